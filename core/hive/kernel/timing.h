// When a search ends: by the clock, by nodes, or because it was told to.
#pragma once

#include "hive/kernel/sets.h"
#include "hive/kernel/tuning.h"
#include "hive/search.h"

namespace skep::hive::SKEP_KERNEL {

// How often the best move changed of late: with every depth half of it is forgotten.
SKEP_INLINE double unrest_after(double before, bool has_changed) {
    return before / 2 + has_changed;
}

// What part of its soft limit a search takes: a best move that changes is worth more of the clock.
SKEP_INLINE double share_of_time(double unrest) {
    return Tuning::CalmShare + Tuning::UnrestShare * unrest;
}

// May a new depth be begun after so many seconds?
SKEP_INLINE bool may_go_deeper(const SearchLimits& limits, double seconds, double unrest) {
    return limits.soft_seconds <= 0 || seconds < share_of_time(unrest) * limits.soft_seconds;
}

// One thread's nodes, and whether it is to stop.
class Timing {
  public:
    Timing(SearchShared& shared, SearchThread& thread) : shared_(shared), thread_(thread) {}

    // Asked at every node. The clock is looked at and others are listened to now and then.
    SKEP_INLINE bool should_stop() {
        if (stopped_) return true;
        const SearchLimits& limits = shared_.limits;
        if (limits.max_nodes && nodes_ >= limits.max_nodes) return stopped_ = true;
        if ((nodes_ & 511) == 0) {
            tell_nodes();
            if (shared_.stop.load(std::memory_order_relaxed)) return stopped_ = true;
            if (limits.hard_seconds > 0 && seconds() >= limits.hard_seconds) {
                shared_.stop.store(true, std::memory_order_relaxed);
                return stopped_ = true;
            }
        }
        return false;
    }
    bool is_stopped() const { return stopped_; }
    double seconds() const { return shared_.now() - shared_.start; }

    SKEP_INLINE void count_node() { ++nodes_; }
    SKEP_INLINE void discount_node() { --nodes_; }
    void tell_nodes() const { thread_.nodes.store(nodes_, std::memory_order_relaxed); }

    // Another searcher of the same thread has gone on for a while.
    void go_on_from(const Timing& other) {
        nodes_ = other.nodes_;
        stopped_ = other.stopped_;
    }

  private:
    SearchShared& shared_;
    SearchThread& thread_;
    uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace skep::hive::SKEP_KERNEL
