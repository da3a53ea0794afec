#include "hive/canonical.h"

#include <algorithm>
#include <vector>

namespace skep::hive {

namespace {

struct Stack {
    Place place;
    std::string pieces;
};

bool operator<(const Stack& a, const Stack& b) {
    if (a.place.q != b.place.q) return a.place.q < b.place.q;
    if (a.place.r != b.place.r) return a.place.r < b.place.r;
    return a.pieces < b.pieces;
}

std::vector<Stack> stacks_of(const Position& position) {
    std::vector<Stack> stacks;
    for (int piece = 0; piece < PieceCount; ++piece) {
        const auto place = position.place_of(piece);
        if (!place) continue;
        const auto pieces = position.stack_at(*place);
        if (pieces.front() != piece) continue;
        Stack stack{*place, {}};
        for (const uint8_t each : pieces) {
            stack.pieces += "wb"[color_of(each)];
            stack.pieces += "QSBGAMLP"[BugOf[each]];
        }
        if (std::find(pieces.begin(), pieces.end(), position.just_moved()) != pieces.end())
            stack.pieces += '!';
        stacks.push_back(stack);
    }
    return stacks;
}

// As skep/geometry/symmetry.py has it: mirrored first, then rotated counterclockwise.
Place mirrored(Place place) {
    return {static_cast<int16_t>(place.q + place.r), static_cast<int16_t>(-place.r)};
}
Place rotated(Place place) {
    return {static_cast<int16_t>(place.q + place.r), static_cast<int16_t>(-place.q)};
}

std::vector<Stack> at_corner(std::vector<Stack> stacks) {
    int16_t q = INT16_MAX, r = INT16_MAX;
    for (const Stack& stack : stacks) {
        q = std::min(q, stack.place.q);
        r = std::min(r, stack.place.r);
    }
    for (Stack& stack : stacks) {
        stack.place.q = static_cast<int16_t>(stack.place.q - q);
        stack.place.r = static_cast<int16_t>(stack.place.r - r);
    }
    std::sort(stacks.begin(), stacks.end());
    return stacks;
}

}  // namespace

std::string canonical_cells(const Position& position) {
    std::vector<Stack> form = stacks_of(position), smallest = at_corner(form);
    for (int turned = 1; turned < 12; ++turned) {
        // After six rotations it stands as at first, and is mirrored once.
        for (Stack& stack : form)
            stack.place = turned == 6 ? mirrored(rotated(stack.place)) : rotated(stack.place);
        smallest = std::min(smallest, at_corner(form));
    }
    std::string text;
    for (const Stack& stack : smallest) {
        if (!text.empty()) text += ',';
        text += std::to_string(stack.place.q) + '.' + std::to_string(stack.place.r) + stack.pieces;
    }
    return text;
}

}  // namespace skep::hive
