// What the solver has proven of positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hive/board.h"

namespace skep::hive {

// All for the side to move, in moves of its own.
struct Proven {
    Move move = Move::pass();  // that wins, or was tried last with success elsewhere
    uint8_t wins_in = 0;       // 0: not known
    uint8_t none_within = 0;
    uint8_t none_by_filling = 0;  // as the quick look says, which is no proof
};

// Two entries a bucket: the newer one, and the one that took more work.
class SolveTable {
  public:
    explicit SolveTable(std::size_t mebibytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= mebibytes << 20) buckets *= 2;
        buckets_.resize(buckets);
    }
    void clear() {
        for (Bucket& bucket : buckets_) bucket = {};
    }

    __attribute__((always_inline)) Proven probe(uint64_t key) const {
        for (const Entry& entry : buckets_[key & (buckets_.size() - 1)].entries)
            if (entry.key == key) return entry.proven;
        return {};
    }
    __attribute__((always_inline)) void store(uint64_t key, const Proven& proven, uint64_t work) {
        Bucket& bucket = buckets_[key & (buckets_.size() - 1)];
        Entry& costly = bucket.entries[0];
        Entry& newest = bucket.entries[1];
        const uint32_t effort = work > 0xFFFFFFFF ? 0xFFFFFFFF : static_cast<uint32_t>(work);
        if (costly.key == key || effort >= costly.effort) {
            if (costly.key != key) newest = costly;
            costly = {key, proven, effort};
        } else {
            newest = {key, proven, effort};
        }
    }

  private:
    struct Entry {
        uint64_t key = 0;
        Proven proven;
        uint32_t effort = 0;
    };
    struct Bucket {
        Entry entries[2];
    };

    std::vector<Bucket> buckets_;
};

}  // namespace skep::hive
