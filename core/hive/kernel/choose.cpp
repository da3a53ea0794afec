#include <cstdlib>
#include <stdexcept>
#include <string>

#include "hive/kernel/kernel.h"

namespace skep::hive {

namespace {

bool has_avx2() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

const Kernel& choose() {
    const char* wanted = std::getenv("SKEP_CPU");
    const std::string name = wanted ? wanted : "";
    if (name != "" && name != "baseline" && name != "avx2")
        throw std::runtime_error("SKEP_CPU is baseline or avx2, not '" + name + "'");
    if (name == "avx2" && !has_avx2())
        throw std::runtime_error("SKEP_CPU=avx2, but this CPU has no AVX2");
#if defined(__x86_64__)
    if (name != "baseline" && has_avx2()) return avx2_kernel;
#endif
    return baseline_kernel;
}

}  // namespace

const Kernel& kernel() {
    static const Kernel& chosen = choose();
    return chosen;
}

}  // namespace skep::hive
