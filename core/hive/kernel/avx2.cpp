// x86-64 with AVX2 and the bit manipulation instructions that came along with it.
#if defined(__x86_64__)
#define SKEP_KERNEL avx2
#include "hive/kernel/functions.inc"

namespace skep::hive {
const Kernel avx2_kernel = SKEP_KERNEL_FUNCTIONS("avx2");
}
#endif
