// Runs on every CPU.
#define SKEP_KERNEL baseline
#include "hive/kernel/functions.inc"

namespace skep::hive {
const Kernel baseline_kernel = SKEP_KERNEL_FUNCTIONS("baseline");
}
