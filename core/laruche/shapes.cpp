// Shapes are grown cell by cell. Every connected shape has a cell at its rim that touches at most
// three others and whose loss leaves it connected, so a shape with many joins can be grown without
// ever falling more than three joins a cell behind its end. All others are left out on the way.
#include "laruche/shapes.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "laruche/grid.h"

namespace skep::laruche {

namespace {

constexpr int kMost = 30;
constexpr std::array<std::array<int, 2>, 6> kNeighbours{
    {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}};

using Shape = std::vector<Cell>;

bool is_before(Cell a, Cell b) {
    return a.r != b.r ? a.r < b.r : a.q < b.q;
}

// The cells as text, from the first on; two numbers a cell.
std::string key_of(Shape& shape) {
    std::sort(shape.begin(), shape.end(), is_before);
    std::string key;
    key.reserve(shape.size() * 2);
    for (const Cell& cell : shape) {
        key.push_back(static_cast<char>(cell.q - shape.front().q));
        key.push_back(static_cast<char>(cell.r - shape.front().r));
    }
    return key;
}

// The least of the keys of all six rotations.
std::string name_of(Shape shape) {
    std::string least = key_of(shape);
    for (int turn = 1; turn < 6; ++turn) {
        for (Cell& cell : shape) {
            cell = {-cell.r, cell.q + cell.r};
        }
        least = std::min(least, key_of(shape));
    }
    return least;
}

Shape shape_of(const std::string& key) {
    Shape shape;
    for (std::size_t i = 0; i < key.size(); i += 2) {
        shape.push_back({static_cast<signed char>(key[i]), static_cast<signed char>(key[i + 1])});
    }
    return shape;
}

// A small board around a shape, to see quickly which cells are taken.
class Board {
  public:
    void mark(const Shape& shape, char value) {
        for (const Cell& cell : shape) {
            at(cell) = value;
        }
    }
    char& at(Cell cell) { return cells_[(cell.r + kReach) * kWidth + cell.q + kReach]; }

  private:
    static constexpr int kReach = kMost + 2;
    static constexpr int kWidth = 2 * kReach + 1;
    std::array<char, kWidth * kWidth> cells_{};
};

}  // namespace

std::vector<std::vector<Cell>> shapes_with_joins(int cells, int joins) {
    if (cells < 1 || cells > kMost) {
        throw std::invalid_argument("shapes have 1 to 30 cells");
    }
    Board board;
    std::unordered_map<std::string, int> level{{name_of({{0, 0}}), 0}};
    for (int size = 2; size <= cells; ++size) {
        const int needed = joins - 3 * (cells - size);
        std::unordered_map<std::string, int> wider;
        for (const auto& [key, touching] : level) {
            Shape shape = shape_of(key);
            board.mark(shape, 1);
            Shape tried;
            for (int i = 0; i < size - 1; ++i) {
                for (const auto& [q, r] : kNeighbours) {
                    const Cell cell{shape[i].q + q, shape[i].r + r};
                    if (board.at(cell) != 0) {
                        continue;
                    }
                    board.at(cell) = 2;
                    tried.push_back(cell);
                    int contacts = 0;
                    for (const auto& [dq, dr] : kNeighbours) {
                        contacts += board.at({cell.q + dq, cell.r + dr}) == 1;
                    }
                    if (touching + contacts >= needed) {
                        Shape grown = shape;
                        grown.push_back(cell);
                        wider.emplace(name_of(std::move(grown)), touching + contacts);
                    }
                }
            }
            board.mark(shape, 0);
            board.mark(tried, 0);
        }
        level = std::move(wider);
    }
    std::vector<std::string> names;
    for (const auto& [key, touching] : level) {
        if (touching == joins) {
            names.push_back(key);
        }
    }
    std::sort(names.begin(), names.end());
    std::vector<std::vector<Cell>> shapes;
    for (const std::string& name : names) {
        shapes.push_back(shape_of(name));
    }
    return shapes;
}

}  // namespace skep::laruche
