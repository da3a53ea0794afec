#include "bindings/interrupts.h"

#include <chrono>

namespace skep::bindings {

bool signal_has_raised() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds AskEvery{20};
    static Clock::time_point asked;  // of the main thread alone
    const Clock::time_point now = Clock::now();
    if (now - asked < AskEvery) return false;
    asked = now;
    const nb::gil_scoped_acquire held;
    return PyErr_Occurred() || PyErr_CheckSignals() != 0;
}

}  // namespace skep::bindings
