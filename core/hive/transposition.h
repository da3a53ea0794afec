// What the search has found out about positions, shared by all its threads.
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "hive/board.h"

namespace skep::hive {

enum Bound : uint8_t { NoBound, UpperBound, LowerBound, ExactBound };

struct TableEntry {
    Move move;
    int16_t score;
    uint8_t depth;
    Bound bound;
};

// Buckets of four entries, each two words: the data, and the key mixed with the data. Threads write
// without locks; an entry torn by two writers fails its key and reads as absent.
class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t mebibytes) { resize(mebibytes); }

    void resize(std::size_t mebibytes) {
        std::size_t buckets = 1;
        while (buckets * 2 * sizeof(Bucket) <= mebibytes << 20) buckets *= 2;
        if (buckets != count_) {
            buckets_.reset();
            count_ = 0;
            buckets_.reset(allocate(buckets));
            count_ = buckets;
        }
        clear();
    }
    void clear() {
        for (std::size_t i = 0; i < count_; ++i)
            for (Slot& slot : buckets_[i].slots) {
                slot.key.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
        age_ = 0;
    }
    // Entries of earlier searches give way first.
    void new_search() { age_ = (age_ + 1) & 63; }

    __attribute__((always_inline)) void prefetch(uint64_t key) const {
        __builtin_prefetch(&buckets_[key & (count_ - 1)]);
    }

    __attribute__((always_inline)) bool probe(uint64_t key, TableEntry& entry) const {
        for (const Slot& slot : buckets_[key & (count_ - 1)].slots) {
            const uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data == 0 || (slot.key.load(std::memory_order_relaxed) ^ data) != key) continue;
            entry.move.bits = static_cast<uint32_t>(data);
            entry.score = static_cast<int16_t>(data >> 32);
            entry.depth = static_cast<uint8_t>(data >> 48);
            entry.bound = static_cast<Bound>(data >> 56 & 3);
            return true;
        }
        return false;
    }

    __attribute__((always_inline)) void store(uint64_t key, const TableEntry& entry) {
        Slot* worst = nullptr;
        int worst_value = 1 << 20;
        for (Slot& slot : buckets_[key & (count_ - 1)].slots) {
            const uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data == 0 || (slot.key.load(std::memory_order_relaxed) ^ data) == key) {
                if (data != 0 && is_worth_more(data, entry)) return;
                worst = &slot;
                break;
            }
            const int age = static_cast<int>(age_ - (data >> 58)) & 63;
            const int value = static_cast<int>(data >> 48 & 0xFF) - 8 * age;
            if (value < worst_value) {
                worst_value = value;
                worst = &slot;
            }
        }
        const uint64_t data =
            uint64_t{entry.move.bits} | uint64_t{static_cast<uint16_t>(entry.score)} << 32 |
            uint64_t{entry.depth} << 48 | uint64_t{entry.bound} << 56 | uint64_t{age_} << 58;
        worst->key.store(key ^ data, std::memory_order_relaxed);
        worst->data.store(data, std::memory_order_relaxed);
    }

  private:
    // What this search knows of a position from much deeper stays, unless the new score is exact.
    __attribute__((always_inline)) bool is_worth_more(uint64_t data,
                                                      const TableEntry& entry) const {
        constexpr int MuchDeeper = 2;
        return entry.bound != ExactBound && data >> 58 == age_ &&
               static_cast<int>(data >> 48 & 0xFF) > entry.depth + MuchDeeper;
    }

    struct Slot {
        std::atomic<uint64_t> key;
        std::atomic<uint64_t> data;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };
    struct Release {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };

    // Every probe of a large table is in another page, so the pages should be large too.
    static Bucket* allocate(std::size_t count) {
        constexpr std::size_t LargePage = std::size_t{2} << 20;
        const std::size_t size = count * sizeof(Bucket);
        void* const memory =
            std::aligned_alloc(size < LargePage ? alignof(Bucket) : LargePage, size);
        if (!memory) throw std::bad_alloc();
#if defined(__linux__)
        if (size >= LargePage) madvise(memory, size, MADV_HUGEPAGE);
#endif
        Bucket* const buckets = static_cast<Bucket*>(memory);
        std::uninitialized_default_construct_n(buckets, count);
        return buckets;
    }

    std::unique_ptr<Bucket[], Release> buckets_;
    std::size_t count_ = 0;
    uint64_t age_ = 0;
};

}  // namespace skep::hive
