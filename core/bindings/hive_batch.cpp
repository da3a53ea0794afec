// Bindings of games in bulk. Results go into arrays that the caller has made, so that the core
// needs no NumPy; skep.hive.batch makes them.
#include <nanobind/ndarray.h>

#include <algorithm>

#include "bindings/interrupts.h"
#include "bindings/module.h"
#include "bindings/python_values.h"
#include "hive/batch.h"

using namespace skep::bindings;
using namespace skep::hive;

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The core writes without looking: an array of another size would be written past its end.
template <class T>
T* room_for(const Array<T>& array, std::size_t size, const char* what) {
    if (array.size() != size)
        throw nb::value_error((what + std::string(" need an array of ") + std::to_string(size) +
                               " numbers, not of " + std::to_string(array.size()))
                                  .c_str());
    return array.data();
}

std::size_t games_of(const Batch& batch) {
    return static_cast<std::size_t>(batch.games());
}

int checked_game(const Batch& batch, int game) {
    if (game < 0 || game >= batch.games()) throw nb::index_error("there is no game of this number");
    return game;
}

// Without Python's lock, so that whoever waits for the batch keeps nobody else waiting.
template <class Work>
void write(Work work) {
    interruptibly([&](skep::Interruption interrupted) {
        work(interrupted);
        return 0;
    });
}

std::vector<Action> actions_of(const Position& position) {
    std::vector<Action> actions;
    if (!position.is_over()) list_actions(position, actions);
    return actions;
}

}  // namespace

void bind_hive_batch(nb::module_& m) {
    m.attr("ENCODING_VERSION") = EncodingVersion;
    m.attr("ACTION_COUNT") = ActionCount;
    m.attr("MASK_BYTES") = MaskBytes;
    m.attr("PLANE_COUNT") = PlaneCount;
    m.attr("RESERVE_COUNT") = ReserveCount;
    m.attr("MOST_GAMES") = MostGames;
    m.attr("MOST_RADIUS") = MostRadius;

    m.def(
        "action_of",
        [](const Position& position, const PlaneMove& move) {
            for (const Action& action : actions_of(position))
                if (position.in_plane(action.move) == move) return static_cast<int>(action.index);
            return -1;
        },
        nb::arg("position"), nb::arg("move"), "The index of a legal move; -1 if it is none.");
    m.def(
        "move_of",
        [](const Position& position, int index) -> std::optional<PlaneMove> {
            for (const Action& action : actions_of(position))
                if (action.index == index) return position.in_plane(action.move);
            return std::nullopt;
        },
        nb::arg("position"), nb::arg("index"), "The legal move of an index, if there is one.");

    m.def(
        "openspiel_actions",
        [](const Position& position) {
            std::vector<Action> actions;
            if (!position.is_over())
                list_openspiel_actions(position, openspiel_tiles(position), actions);
            std::vector<std::pair<int, PlaneMove>> moves;
            for (const Action& action : actions)
                moves.emplace_back(action.index, position.in_plane(action.move));
            return moves;
        },
        nb::arg("position"), "OpenSpiel's numbers of the legal moves, and the moves.");

    nb::class_<Batch>(m, "Batch", "Many games at once; skep.hive.batch.Batch builds on it.")
        .def(
            "__init__",
            [](Batch* self, const Position& start, int games, uint32_t max_plies, bool openspiel) {
                if (games < 1 || games > MostGames)
                    throw nb::value_error("a batch has 1 to 65536 games");
                new (self) Batch(start, games, max_plies, openspiel);
            },
            nb::arg("start"), nb::arg("games"), nb::arg("max_plies"), nb::arg("openspiel"))
        .def_prop_ro("games", &Batch::games, "How many games there are.")
        .def("_write_turns",
             [](Batch& self, Array<uint8_t> turns) {
                 uint8_t* const to = room_for(turns, games_of(self), "turns");
                 write([&](skep::Interruption) { self.write_turns(to); });
             })
        .def("_write_plies",
             [](Batch& self, Array<int32_t> plies) {
                 int32_t* const to = room_for(plies, games_of(self), "plies");
                 write([&](skep::Interruption) { self.write_plies(to); });
             })
        .def("_write_results",
             [](Batch& self, Array<int8_t> results, Array<bool> over) {
                 int8_t* const to = room_for(results, games_of(self), "results");
                 bool* const ends = room_for(over, games_of(self), "ends");
                 write([&](skep::Interruption) { self.write_results(to, ends); });
             })
        .def("_write_masks",
             [](Batch& self, Array<uint8_t> masks) {
                 uint8_t* const to = room_for(masks, games_of(self) * MaskBytes, "masks");
                 write([&](skep::Interruption asked) { self.write_masks(to, asked); });
             })
        .def("_write_planes",
             [](Batch& self, int centre, int radius, Array<uint8_t> planes) {
                 if (radius < 0 || radius > MostRadius || centre < 0 || centre > 2)
                     throw nb::value_error("no such planes");
                 const std::size_t side = 2 * static_cast<std::size_t>(radius) + 1;
                 uint8_t* const to =
                     room_for(planes, games_of(self) * PlaneCount * side * side, "planes");
                 write([&](skep::Interruption asked) {
                     self.write_planes(static_cast<Centre>(centre), radius, to, asked);
                 });
             })
        .def("_write_reserves",
             [](Batch& self, Array<uint8_t> reserves) {
                 uint8_t* const to = room_for(reserves, games_of(self) * ReserveCount, "reserves");
                 write([&](skep::Interruption) { self.write_reserves(to); });
             })
        .def("_write_openspiel_tensors",
             [](Batch& self, Array<uint8_t> tensors) {
                 const auto size = static_cast<std::size_t>(openspiel_planes(self.options()) *
                                                            OpenSpielSide * OpenSpielSide);
                 uint8_t* const to = room_for(tensors, games_of(self) * size, "tensors");
                 write([&](skep::Interruption asked) { self.write_openspiel_tensors(to, asked); });
             })
        .def("_write_random_actions",
             [](Batch& self, uint64_t seed, Array<int16_t> actions) {
                 int16_t* const to = room_for(actions, games_of(self), "actions");
                 write(
                     [&](skep::Interruption asked) { self.write_random_actions(seed, to, asked); });
             })
        .def(
            "_step",
            [](Batch& self, Array<const int16_t> actions, bool restart, Array<int8_t> results,
               Array<bool> over) {
                const int16_t* const from = room_for(actions, games_of(self), "actions");
                int8_t* const to = room_for(results, games_of(self), "results");
                bool* const ends = room_for(over, games_of(self), "ends");
                UnfitAction unfit;
                write([&](skep::Interruption asked) {
                    unfit = self.step(from, restart, to, ends, asked);
                });
                return std::tuple{unfit.game, unfit.action, unfit.is_over};
            },
            "Plays in all games or in none: (first game with an unfit action, or -1, the action, "
            "whether that game is over).")
        .def("_restart",
             [](Batch& self, Array<const bool> which) {
                 const bool* const from = room_for(which, games_of(self), "games");
                 write([&](skep::Interruption) { self.restart(from); });
             })
        .def("_copy_to",
             [](Batch& self, int game, Position& position) {
                 const bool draws = position.repetition_draws();
                 position = self.position(checked_game(self, game));
                 position.let_repetition_draw(draws);
             })
        .def("_put", [](Batch& self, int game,
                        const Position& position) { self.put(checked_game(self, game), position); })
        .def("_write_playouts",
             [](Batch& self, int count, uint64_t seed, int max_plies, Array<int8_t> results,
                Array<bool> finished, Array<int32_t> plies, Array<int16_t> first) {
                 if (count < 0 || max_plies < 0) throw nb::value_error("no such playouts");
                 const std::size_t total = games_of(self) * static_cast<std::size_t>(count);
                 int8_t* const result = room_for(results, total, "results");
                 bool* const end = room_for(finished, total, "ends");
                 int32_t* const length = room_for(plies, total, "lengths");
                 int16_t* const action = room_for(first, total, "actions");
                 write([&](skep::Interruption asked) {
                     std::vector<Playout> playouts(total);
                     self.write_playouts(count, seed, max_plies, playouts.data(), asked);
                     for (std::size_t i = 0; i < total; ++i) {
                         result[i] = playouts[i].result;
                         end[i] = playouts[i].finished;
                         length[i] = playouts[i].plies;
                         action[i] = playouts[i].first;
                     }
                 });
             });
}
