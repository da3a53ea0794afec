// A best move that changes is worth more of the clock.
#include <cstdio>

#define SKEP_KERNEL baseline
#include "hive/kernel/timing.h"

using namespace skep::hive;
using namespace skep::hive::baseline;

int test_timing() {
    int failures = 0;
    const auto expect = [&](const char* what, bool holds) {
        if (holds) return;
        ++failures;
        std::printf("FAILED timing: %s\n", what);
    };
    const double calm = unrest_after(0, false);
    const double changed = unrest_after(calm, true);
    expect("a change of the best move gives more time",
           share_of_time(changed) > share_of_time(calm));
    expect("a second change gives more still",
           share_of_time(unrest_after(changed, true)) > share_of_time(changed));
    expect("with every calm depth it is less again",
           share_of_time(unrest_after(changed, false)) < share_of_time(changed));
    const SearchLimits limits{.soft_seconds = 10};
    const double seconds = 10 * share_of_time(calm);
    expect("calm: no new depth then", !may_go_deeper(limits, seconds, calm));
    expect("after a change: another one", may_go_deeper(limits, seconds, changed));
    expect("no soft limit: always another one", may_go_deeper({}, 1e9, calm));
    return failures;
}
