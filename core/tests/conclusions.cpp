// Which thread's move is played.
#include <cstdio>

#include "hive/search.h"

using namespace skep::hive;

int test_conclusions() {
    int failures = 0;
    const auto expect = [&](const char* what, bool holds) {
        if (holds) return;
        ++failures;
        std::printf("FAILED conclusions: %s\n", what);
    };
    const auto concluded = [](int score, int iteration, bool is_whole) {
        Conclusion conclusion;
        conclusion.line.score = score;
        conclusion.iteration = iteration;
        conclusion.is_whole = is_whole;
        return conclusion;
    };
    const Conclusion usual = concluded(20, 8, true);
    expect("one that is further", is_better_founded(concluded(-50, 9, false), usual));
    expect("not the other way round", !is_better_founded(usual, concluded(-50, 9, false)));
    expect("one that has seen all moves", is_better_founded(usual, concluded(90, 8, false)));
    expect("what was found in an unfinished depth",
           is_better_founded(concluded(35, 8, false), concluded(20, 8, false)));
    expect("of two that have seen all, the first stays",
           !is_better_founded(concluded(25, 8, true), usual));
    const Conclusion won = concluded(WinScore - 7, 6, false);
    expect("a win that is certain, at any depth", is_better_founded(won, usual));
    expect("the quicker of two wins", is_better_founded(concluded(WinScore - 5, 5, true), won));
    expect("nothing was found", !is_better_founded(Conclusion{}, usual));
    return failures;
}
