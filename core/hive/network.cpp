#include "hive/network.h"

#include <cstring>
#include <string>
#include <vector>

#include "hive/cells.h"

namespace skep::hive {

namespace {

constexpr char Magic[8] = {'S', 'K', 'E', 'P', 'N', 'E', 'T', '1'};
constexpr std::size_t Int16s =
    std::size_t{FeatureCount} * Filters + Filters + (TermInputs + 2 * Filters + 2) * HiddenUnits;
constexpr std::size_t FileBytes = sizeof Magic + 8 + 2 * Int16s + 4;

// FNV-1a: a damaged file is to be noticed, nobody is to be kept from making another.
uint64_t checksum(std::span<const uint8_t> bytes) {
    uint64_t hash = 0xCBF29CE484222325;
    for (const uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
    return hash;
}

// Little-endian numbers, one after the other.
class Reader {
  public:
    explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    template <class Number>
    Number next() {
        uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) value |= uint64_t{bytes_[at_++]} << 8 * i;
        return static_cast<Number>(value);
    }
    void fill(std::span<int16_t> numbers) {
        for (int16_t& number : numbers) number = next<int16_t>();
    }

  private:
    std::span<const uint8_t> bytes_;
    std::size_t at_ = 0;
};

// Where each cell of a view gets to when the view is turned, and mirrored for the later six sides.
using Turned = std::array<std::array<uint8_t, ViewCells>, Sides>;

Turned turned_cells() {
    Turned turned{};
    for (int r = -ViewRadius; r <= ViewRadius; ++r)
        for (int q = -ViewRadius; q <= ViewRadius; ++q) {
            const auto number = [](int to_q, int to_r) {
                return ViewCellAt[static_cast<std::size_t>(to_r + MostOffset)]
                                 [static_cast<std::size_t>(to_q + MostOffset)];
            };
            const uint8_t cell = number(q, r);
            if (cell == FarCell) continue;
            for (std::size_t side = 0; side < Sides; ++side) {
                int to_q = side < 6 ? q : r, to_r = side < 6 ? r : q;
                for (std::size_t turn = 0; turn < side % 6; ++turn) {
                    const int old_q = to_q;
                    to_q = -to_r;
                    to_r = old_q + to_r;
                }
                turned[side][cell] = number(to_q, to_r);
            }
        }
    for (auto& cells : turned) cells[FarCell] = FarCell;
    return turned;
}

}  // namespace

std::unique_ptr<const Network> read_network(std::span<const uint8_t> file) {
    if (file.size() < sizeof Magic || std::memcmp(file.data(), Magic, sizeof Magic) != 0)
        throw DamagedNetwork("this is not a network of this version");
    if (file.size() != FileBytes)
        throw DamagedNetwork("a network of " + std::to_string(FileBytes) +
                             " bytes was expected, found " + std::to_string(file.size()));
    Reader reader(file.subspan(sizeof Magic));
    if (reader.next<uint64_t>() != checksum(file.subspan(sizeof Magic + 8)))
        throw DamagedNetwork("the checksum of the network does not fit");
    auto network = std::make_unique<Network>();
    std::vector<int16_t> filters(std::size_t{FeatureCount} * Filters);
    reader.fill(filters);
    const Turned turned = turned_cells();
    for (std::size_t feature = 0; feature < FeatureCount; ++feature)
        for (std::size_t side = 0; side < Sides; ++side) {
            const std::size_t cell = feature % ViewCells;
            const std::size_t seen = feature - cell + turned[side][cell];
            std::memcpy(&network->features[feature][side * Filters], &filters[seen * Filters],
                        Filters * sizeof(int16_t));
        }
    std::memset(network->features[FeatureCount], 0, sizeof network->features[FeatureCount]);
    reader.fill(std::span(network->view_bias).first(Filters));
    for (std::size_t unit = Filters; unit < ViewUnits; ++unit)
        network->view_bias[unit] = network->view_bias[unit - Filters];
    for (auto& row : network->terms) reader.fill(row);
    for (auto& row : network->found) reader.fill(row);
    reader.fill(network->hidden_bias);
    reader.fill(network->output);
    network->output_bias = reader.next<int32_t>();
    return network;
}

}  // namespace skep::hive
