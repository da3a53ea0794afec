// Bindings of the search and the evaluation.
#include "bindings/interrupts.h"
#include "bindings/module.h"
#include "bindings/python_values.h"
#include "hive/search.h"
#include "hive/solve.h"

using namespace skep::bindings;
using namespace skep::hive;

namespace {
struct SharedNetwork {
    std::shared_ptr<const Network> network;
};
}  // namespace

void bind_hive_search(nb::module_& m) {
    m.attr("WIN_SCORE") = WinScore;

    nb::class_<SharedNetwork>(m, "Network", "A learned evaluation, as its file holds it.")
        .def(
            "__init__",
            [](SharedNetwork* self, nb::bytes file) {
                const auto* bytes = static_cast<const uint8_t*>(file.data());
                try {
                    new (self) SharedNetwork{read_network({bytes, file.size()})};
                } catch (const DamagedNetwork& error) {
                    throw nb::value_error(error.what());
                }
            },
            nb::arg("file"));

    m.def(
        "evaluate",
        [](const Position& position, const SharedNetwork* network) {
            return evaluate(position, network ? network->network.get() : nullptr);
        },
        nb::arg("position"), nb::arg("network") = nb::none(),
        "The static evaluation, from the view of the side to move; without a network the "
        "hand-written one.");
    m.def(
        "weigh_pieces",
        [](const Position& position, const SharedNetwork& network) {
            return weigh_pieces(position, *network.network);
        },
        nb::arg("position"), nb::arg("network"),
        "What the network would say less without each piece, for the side to move, in the order "
        "of ALL_PIECES; both queens are in play.");
    m.def(
        "network_inputs",
        [](const Position& position) {
            const NetworkInputs inputs = network_inputs(position);
            return nb::bytes(reinterpret_cast<const char*>(&inputs), sizeof inputs);
        },
        nb::arg("position"),
        "What the network looks at, 16 bits each: 2 x 28 features, 128 terms, the hand-written "
        "score; for training.");
    m.def(
        "evaluation_terms",
        [](const Position& position) {
            std::vector<std::tuple<std::string, int, int>> terms;
            for (const TermShare& share : evaluation_terms(position))
                terms.emplace_back(share.name, share.white, share.black);
            return terms;
        },
        nb::arg("position"), "What each term of the evaluation gives: name, white, black.");
    m.def("term_counts", &term_counts, nb::arg("position"),
          "How often each term holds, white less black; for training.");

    nb::class_<SearchLine>(m, "SearchLine", "A line of play and what it is worth.")
        .def_ro("score", &SearchLine::score)
        .def_ro("depth", &SearchLine::depth)
        .def_prop_ro("moves", [](const SearchLine& line) { return line.moves; });

    nb::class_<SearchReport>(m, "SearchReport", "What a search has found.")
        .def_prop_ro("lines", [](const SearchReport& report) { return report.lines; })
        .def_ro("depth", &SearchReport::depth)
        .def_ro("nodes", &SearchReport::nodes)
        .def_ro("seconds", &SearchReport::seconds);

    nb::class_<Search>(m, "Search", "A search with a memory of its own; one run at a time.")
        .def(
            "__init__",
            [](Search* self, std::size_t hash_mib, const SharedNetwork* network) {
                new (self) Search(hash_mib, network ? network->network : nullptr);
            },
            nb::arg("hash_mib") = 64, nb::arg("network") = nb::none())
        .def(
            "run",
            [](Search& self, const Position& position, int max_depth, uint64_t max_nodes,
               double soft_seconds, double hard_seconds, int threads, int lines,
               bool repetition_draws, const std::vector<PlaneMove>& exclude, bool full_width,
               bool use_table, bool use_network) {
                if (threads < 1 || threads > 512) throw nb::value_error("threads: 1 to 512");
                if (lines < 1) throw nb::value_error("lines: 1 or more");
                if (max_depth < 0 || soft_seconds < 0 || hard_seconds < 0)
                    throw nb::value_error("a limit is not negative");
                const Position copy = position;
                const SearchLimits limits{max_depth,  max_nodes, soft_seconds, hard_seconds,
                                          full_width, use_table, use_network};
                return interruptibly([&](skep::Interruption interrupted) {
                    return self.run(copy, limits, threads, lines, repetition_draws, exclude,
                                    interrupted);
                });
            },
            nb::arg("position"), nb::kw_only(), nb::arg("max_depth") = 0, nb::arg("max_nodes") = 0,
            nb::arg("soft_seconds") = 0.0, nb::arg("hard_seconds") = 0.0, nb::arg("threads") = 1,
            nb::arg("lines") = 1, nb::arg("repetition_draws") = true,
            nb::arg("exclude") = std::vector<PlaneMove>{}, nb::arg("full_width") = false,
            nb::arg("use_table") = true, nb::arg("use_network") = true,
            nb::sig("def run(self, position: Position, *, max_depth: int = 0, max_nodes: int = 0, "
                    "soft_seconds: float = 0.0, hard_seconds: float = 0.0, threads: int = 1, "
                    "lines: int = 1, repetition_draws: bool = True, exclude: "
                    "collections.abc.Sequence[Move] = ..., full_width: bool = False, "
                    "use_table: bool = True, use_network: bool = True) -> SearchReport"),
            "Search until a limit is reached; 0 is no limit. Other Python threads go on meanwhile. "
            "Full width prunes, reduces and extends nothing. Without its network a search judges "
            "by the hand-written terms.")
        .def("announce_run", &Search::announce_run,
             "From now on `stop` is for the run that begins next, also before it has begun.")
        .def("withdraw_run", &Search::withdraw_run, "There will be no such run after all.")
        .def("stop", &Search::stop,
             "End the run under way, or the announced one; it answers with its best.")
        .def("report", &Search::report, "What the run under way has found so far.")
        .def("clear", &Search::clear, nb::call_guard<nb::gil_scoped_release>(),
             "Forget everything.")
        .def("resize", &Search::resize, nb::arg("hash_mib"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Forget everything, and take this much memory.")
        .def(
            "set_weights",
            [](Search& self, const std::vector<std::pair<int, int>>& weights) {
                std::vector<Weight> table;
                for (const auto& [early, late] : weights)
                    table.push_back({static_cast<int16_t>(early), static_cast<int16_t>(late)});
                self.set_weights(table);
            },
            nb::arg("weights"), "Use other weights than the built-in ones; for training.");

    nb::class_<SolveReport>(m, "SolveReport", "What was proven of a position.")
        .def_ro("wins_in", &SolveReport::wins_in)
        .def_ro("none_within", &SolveReport::none_within)
        .def_prop_ro("line", [](const SolveReport& report) { return report.line; })
        .def_ro("nodes", &SolveReport::nodes)
        .def_ro("seconds", &SolveReport::seconds);

    nb::class_<Solver>(m, "Solver", "Looks for forced wins; one question at a time.")
        .def(nb::init<std::size_t>(), nb::arg("hash_mib") = 64)
        .def(
            "solve",
            [](Solver& self, const Position& position, int max_moves, uint64_t max_nodes,
               double max_seconds, bool repetition_draws) {
                if (max_moves < 1 || max_moves > 100) throw nb::value_error("max_moves: 1 to 100");
                if (max_seconds < 0) throw nb::value_error("a limit is not negative");
                const Position copy = position;
                const SolveLimits limits{max_moves, max_nodes, max_seconds};
                return interruptibly([&](skep::Interruption interrupted) {
                    return self.solve(copy, limits, repetition_draws, interrupted);
                });
            },
            nb::arg("position"), nb::kw_only(), nb::arg("max_moves"), nb::arg("max_nodes") = 0,
            nb::arg("max_seconds") = 0.0, nb::arg("repetition_draws") = true,
            "Can the side to move win within so many moves of its own? 0 is no limit.");

    m.def(
        "default_weights",
        [] {
            std::vector<std::tuple<std::string, int, int>> table;
            for (int term = 0; term < TermCount; ++term)
                table.emplace_back(term_names()[static_cast<std::size_t>(term)],
                                   default_weights[static_cast<std::size_t>(term)].early,
                                   default_weights[static_cast<std::size_t>(term)].late);
            return table;
        },
        "The built-in weights: name, early, late.");
}
