// The native test program of the core; run under sanitizers by `make test`.
#include <cstdio>
#include <vector>

#include "hive/kernel/kernel.h"
#include "hive/start.h"

using namespace skep::hive;

int test_conclusions();
int test_deferred_moves();
int test_laruche();
int test_stray_moves();
int test_timing();

namespace {

int failures = 0;
int checks = 0;

void check_equal(const char* what, uint64_t expected, uint64_t found) {
    ++checks;
    if (expected == found) return;
    ++failures;
    std::printf("FAILED %s: expected %llu, found %llu\n", what,
                static_cast<unsigned long long>(expected), static_cast<unsigned long long>(found));
}

void test_perft(const Kernel& kernel) {
    const struct {
        Options options;
        std::vector<uint64_t> leaves;
    } cases[] = {
        {{}, {4, 96, 1440, 21600}},
        {{.mosquito = true, .ladybug = true, .pillbug = true}, {7, 294, 6678, 151686}},
        {{.mosquito = true, .ladybug = true, .pillbug = true, .opening_queen_allowed = true},
         {8, 384, 8736, 198744}},
    };
    for (const auto& [options, leaves] : cases)
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const int depth = static_cast<int>(i) + 1;
            for (const PerftMode mode : {PerftMode::List, PerftMode::Count, PerftMode::Full}) {
                Board<16> narrow = start_board<16>(options);
                Board<32> wide = start_board<32>(options);
                check_equal("perft, 16x16", leaves[i],
                            kernel.narrow.count_leaves(narrow, depth, mode).leaves);
                check_equal("perft, 32x32", leaves[i],
                            kernel.wide.count_leaves(wide, depth, mode).leaves);
            }
        }
}

void test_playouts(const Kernel& kernel) {
    const Options options{.mosquito = true, .ladybug = true, .pillbug = true};
    const Playouts result = kernel.random_playouts(options, 0, 100, 1, 300);
    check_equal("games", 100,
                result.white_wins + result.black_wins + result.draws + result.unfinished);
}

}  // namespace

int main() {
    std::vector<const Kernel*> kernels = {&baseline_kernel};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        kernels.push_back(&avx2_kernel);
#endif
    for (const Kernel* kernel : kernels) {
        test_perft(*kernel);
        test_playouts(*kernel);
    }
    failures += test_conclusions();
    failures += test_deferred_moves();
    failures += test_laruche();
    failures += test_stray_moves();
    failures += test_timing();
    std::printf("core: %d checks, %d failed\n", checks, failures);
    return failures != 0;
}
