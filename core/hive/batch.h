// Many games that are played at once, by numbers (see encoding.h).
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "hive/encoding.h"
#include "hive/openspiel.h"
#include "interruption.h"

namespace skep::hive {

inline constexpr int MostGames = 1 << 16;
inline constexpr int MaskBytes = (ActionCount + 63) / 64 * 8;
inline constexpr int16_t NoAction = -1;  // of a game that is over

// A number that is no legal action of its game.
struct UnfitAction {
    int game = -1;  // none
    int action = 0;
    bool is_over = false;
};

struct Playout {
    int8_t result = 0;  // 1: white wins, -1: black does, 0: neither
    bool finished = false;
    int16_t first = NoAction;
    int32_t plies = 0;
};

// Each call locks the batch, as two threads of a program may well use the same one.
class Batch {
  public:
    Batch(const Position& start, int games, uint32_t max_plies, bool openspiel);

    int games() const { return static_cast<int>(games_.size()); }
    void write_turns(uint8_t* turns);
    void write_plies(int32_t* plies);
    // 1: white has won, -1: black has, 0: drawn or still going on.
    void write_results(int8_t* results, bool* over);
    void write_masks(uint8_t* masks, Interruption interrupted);
    void write_planes(Centre centre, int radius, uint8_t* planes, Interruption interrupted);
    void write_reserves(uint8_t* reserves);
    const Options& options() const { return start_.options(); }
    void write_openspiel_tensors(uint8_t* tensors, Interruption interrupted);
    void write_random_actions(uint64_t seed, int16_t* actions, Interruption interrupted);

    // Plays one action in each game, or none at all if one of them is unfit. With `restart` a game
    // that comes to its end begins anew, after its result has been written down.
    UnfitAction step(const int16_t* actions, bool restart, int8_t* results, bool* over,
                     Interruption interrupted);
    void restart(const bool* which);

    Position position(int game);
    // The game goes on from there; it keeps its options.
    void put(int game, const Position& position);
    // `count` random games from where each one stands, game after game.
    void write_playouts(int count, uint64_t seed, int max_plies, Playout* playouts,
                        Interruption interrupted);

  private:
    struct Game {
        Position position;
        std::vector<Action> actions = {};
        bool listed = false;
        bool over = false;
        int8_t result = 0;
        OpenSpielTiles tiles = {};
    };

    // Asked once for each position, as counting repetitions takes its time.
    Game game_at(const Position& position) const;
    void settle(Game& game) const;
    const std::vector<Action>& actions_of(Game& game);
    void write_playouts(Game& game, uint64_t seed, uint64_t first, int count, int max_plies,
                        Playout* playouts, Interruption interrupted);
    UnfitAction find(const int16_t* actions, Interruption interrupted);

    std::mutex mutex_;
    Position start_;
    uint32_t max_plies_;
    bool openspiel_;  // actions are OpenSpiel's
    std::vector<Game> games_;
    std::vector<Move> found_;
};

}  // namespace skep::hive
