#include "hive/batch.h"

#include <algorithm>
#include <cstring>

#include "hive/zobrist.h"

namespace skep::hive {

namespace {

bool shall_end(Interruption interrupted, std::size_t game) {
    constexpr std::size_t AskEvery = 256;
    return interrupted && game % AskEvery == 0 && interrupted();
}

}  // namespace

Batch::Batch(const Position& start, int games, uint32_t max_plies, bool openspiel)
    : start_(start),
      max_plies_(max_plies),
      openspiel_(openspiel),
      games_(static_cast<std::size_t>(games), game_at(start)) {}

Batch::Game Batch::game_at(const Position& position) const {
    Game game{position};
    game.tiles = openspiel_tiles(position);
    settle(game);
    return game;
}

void Batch::settle(Game& game) const {
    const bool white = game.position.is_surrounded(White),
               black = game.position.is_surrounded(Black);
    game.result = static_cast<int8_t>(black - white);
    game.over = white || black || game.position.ply() >= max_plies_ ||
                game.position.is_drawn_by_repetition();
}

const std::vector<Action>& Batch::actions_of(Game& game) {
    if (!game.listed) {
        if (game.over)
            game.actions.clear();
        else if (openspiel_)
            list_openspiel_actions(game.position, game.tiles, game.actions);
        else
            list_actions(game.position, game.actions);
        game.listed = true;
    }
    return game.actions;
}

void Batch::write_turns(uint8_t* turns) {
    const std::lock_guard lock(mutex_);
    for (const Game& game : games_) *turns++ = static_cast<uint8_t>(game.position.turn());
}

void Batch::write_plies(int32_t* plies) {
    const std::lock_guard lock(mutex_);
    for (const Game& game : games_) *plies++ = static_cast<int32_t>(game.position.ply());
}

void Batch::write_results(int8_t* results, bool* over) {
    const std::lock_guard lock(mutex_);
    for (const Game& game : games_) {
        *results++ = game.result;
        *over++ = game.over;
    }
}

void Batch::write_masks(uint8_t* masks, Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    std::memset(masks, 0, games_.size() * MaskBytes);
    for (std::size_t i = 0; i < games_.size() && !shall_end(interrupted, i);
         ++i, masks += MaskBytes)
        for (const Action& action : actions_of(games_[i]))
            masks[action.index >> 3] |= static_cast<uint8_t>(1 << (action.index & 7));
}

void Batch::write_planes(Centre centre, int radius, uint8_t* planes, Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    const std::size_t side = 2 * static_cast<std::size_t>(radius) + 1;
    for (std::size_t i = 0; i < games_.size() && !shall_end(interrupted, i); ++i)
        hive::write_planes(games_[i].position, centre, radius,
                           planes + i * PlaneCount * side * side);
}

void Batch::write_reserves(uint8_t* reserves) {
    const std::lock_guard lock(mutex_);
    for (const Game& game : games_) {
        hive::write_reserves(game.position, reserves);
        reserves += ReserveCount;
    }
}

void Batch::write_openspiel_tensors(uint8_t* tensors, Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    const auto size =
        static_cast<std::size_t>(openspiel_planes(options()) * OpenSpielSide * OpenSpielSide);
    for (std::size_t i = 0; i < games_.size() && !shall_end(interrupted, i); ++i)
        write_openspiel_tensor(games_[i].position, tensors + i * size);
}

void Batch::write_random_actions(uint64_t seed, int16_t* actions, Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < games_.size() && !shall_end(interrupted, i); ++i) {
        const auto& legal = actions_of(games_[i]);
        uint64_t random = seed * 0x9E3779B97F4A7C15 + i;
        splitmix(random);
        const uint64_t number = splitmix(random) >> 32;
        actions[i] = legal.empty() ? NoAction
                                   : static_cast<int16_t>(legal[number * legal.size() >> 32].index);
    }
}

UnfitAction Batch::find(const int16_t* actions, Interruption interrupted) {
    found_.resize(games_.size());
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (shall_end(interrupted, i)) return {static_cast<int>(i), 0, false};
        const auto& legal = actions_of(games_[i]);
        const int wanted = actions[i];
        if (legal.empty()) {
            if (wanted == NoAction) continue;
            return {static_cast<int>(i), wanted, true};
        }
        const auto found = std::find_if(legal.begin(), legal.end(), [&](const Action& action) {
            return action.index == wanted;
        });
        if (found == legal.end()) return {static_cast<int>(i), wanted, false};
        found_[i] = found->move;
    }
    return {};
}

UnfitAction Batch::step(const int16_t* actions, bool restart, int8_t* results, bool* over,
                        Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    if (const UnfitAction unfit = find(actions, interrupted); unfit.game >= 0) return unfit;
    for (std::size_t i = 0; i < games_.size(); ++i) {
        Game& game = games_[i];
        if (actions[i] != NoAction) {
            if (openspiel_ && found_[i].is_placement() && !found_[i].is_pass())
                game.tiles[static_cast<std::size_t>(found_[i].piece())] =
                    openspiel_mover(actions[i]);
            game.position.play_generated(found_[i]);
            game.listed = false;
            settle(game);
        }
        results[i] = game.result;
        over[i] = game.over;
        if (restart && game.over) game = game_at(start_);
    }
    return {};
}

void Batch::restart(const bool* which) {
    const std::lock_guard lock(mutex_);
    for (Game& game : games_)
        if (*which++) game = game_at(start_);
}

Position Batch::position(int game) {
    const std::lock_guard lock(mutex_);
    return games_[static_cast<std::size_t>(game)].position;
}

void Batch::put(int game, const Position& position) {
    const std::lock_guard lock(mutex_);
    Game& changed = games_[static_cast<std::size_t>(game)];
    const bool draws = changed.position.repetition_draws();
    changed.position = position;
    changed.position.let_repetition_draw(draws);
    changed.listed = false;
    changed.tiles = openspiel_tiles(position);
    settle(changed);
}

void Batch::write_playouts(int count, uint64_t seed, int max_plies, Playout* playouts,
                           Interruption interrupted) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (interrupted && interrupted()) return;
        const auto number = static_cast<std::size_t>(count);
        write_playouts(games_[i], seed, i * number, count, max_plies, playouts + i * number,
                       interrupted);
    }
}

void Batch::write_playouts(Game& game, uint64_t seed, uint64_t first, int count, int max_plies,
                           Playout* playouts, Interruption interrupted) {
    const auto& actions = actions_of(game);
    for (int i = 0; i < count; ++i) {
        if (interrupted && i % 16 == 0 && interrupted()) return;
        Playout& playout = playouts[i];
        playout = {game.result, game.over, NoAction, 0};
        if (game.over || max_plies == 0) continue;
        const RandomGame random =
            game.position.random_game(seed, first + static_cast<uint64_t>(i), max_plies);
        playout = {random.result, random.finished, NoAction, random.plies};
        for (const Action& action : actions) {
            if (action.move != random.first) continue;
            playout.first = static_cast<int16_t>(action.index);
            break;  // one of several numbers, if they are OpenSpiel's
        }
    }
}

}  // namespace skep::hive
