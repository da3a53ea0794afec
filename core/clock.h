// A clock that never jumps.
#pragma once

#include <chrono>

namespace skep {

inline double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace skep
