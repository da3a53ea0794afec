// The evaluation as a searcher owns it: the hand-written terms, corrected by the network.
#pragma once

#include <cstring>

#include "hive/kernel/evaluate.h"
#include "hive/kernel/lanes.h"
#include "hive/network.h"

namespace skep::hive::SKEP_KERNEL {

// Adds up the terms, and keeps them and how the pieces stand.
struct TermsAndStandings : TermSum {
    TermCounts counts;
    alignas(32) int16_t standing[PieceLanes] = {};  // the cell, and above it a Standing

    SKEP_INLINE void add(int color, int term, int count = 1) {
        TermSum::add(color, term, count);
        counts.add(color, term, count);
    }
    SKEP_INLINE void stand(int piece, int cell, int uncovered, int free, int above) {
        static_assert(UnderOthers == 0 && HeldFast == 1 && FreeBelow == 2 && FreeAbove == 3);
        standing[piece] =
            static_cast<int16_t>((uncovered + (free << above)) << StandingShift | (cell + 1));
    }
};

template <int N>
class Evaluation {
  public:
    Evaluation(const Weight* weights, const Network* network)
        : weights_(weights), network_(network) {
        if (!network_) return;
        for (View& view : views_) view.start(*network_);
        for (Layer& layer : layers_) layer.start(*network_);
    }

    // From the view of the side to move; both queens stand free.
    int score(const Board<N>& board) {
        const HiveShape<N> shape(board);
        if (!network_ || board.at[queen_of(White)] == NoCell || board.at[queen_of(Black)] == NoCell)
            return evaluate(board, shape, weights_);
        Seen seen;
        look(board, shape, seen);
        for (int color = 0; color < 2; ++color) views_[color].follow(*network_, seen, color);
        layers_[board.turn].follow(*network_, seen.terms);
        hand_written_ = seen.hand_written;
        return corrected(board.turn);
    }

    // What the network would say less without each piece around the queens, for the side to move.
    void weigh_pieces(const Board<N>& board, int* shares) {
        const int whole = score(board);
        for (int piece = 0; piece < PieceCount; ++piece) {
            shares[piece] = 0;
            if (BugOf[static_cast<std::size_t>(piece)] == Queen || board.at[piece] == NoCell)
                continue;
            Evaluation without = *this;
            for (View& view : without.views_) view.leave_out(*network_, piece);
            shares[piece] = whole - without.corrected(board.turn);
        }
    }

    void gather(const Board<N>& board, NetworkInputs& inputs) const {
        Seen seen;
        look(board, HiveShape<N>(board), seen);
        inputs.hand_written = static_cast<int16_t>(seen.hand_written);
        std::memcpy(inputs.terms, seen.terms, sizeof inputs.terms);
        for (int i = 0; i < 2; ++i)
            for (int piece = 0; piece < PieceCount; ++piece)
                inputs.features[i][piece] = static_cast<uint16_t>(
                    feature_of(seen, piece, seen.standing[piece], board.turn ^ i));
    }

  private:
    // A sure win is more.
    static constexpr int MostScore = 20000;
    static constexpr int StandingMask = (1 << StandingShift) - 1;

    int corrected(int turn) const {
        const int score =
            hand_written_ + layers_[turn].output(*network_, views_[turn], views_[turn ^ 1]);
        return score > MostScore ? MostScore : score < -MostScore ? -MostScore : score;
    }

    // All that is looked at in one position.
    struct Seen {
        alignas(32) int16_t standing[PieceLanes];
        alignas(32) int16_t terms[TermInputs];  // for the side to move
        int hand_written;
        int first_q, first_r;  // the hive unwrapped begins here
    };

    void look(const Board<N>& board, const HiveShape<N>& shape, Seen& seen) const {
        TermsAndStandings found{{weights_}, {}};
        Evaluator<N, TermsAndStandings>(board, shape, found).run();
        std::memcpy(seen.standing, found.standing, sizeof seen.standing);
        int in_play = 0;
        for (const uint16_t cell : board.at) in_play += cell != NoCell;
        const int for_white = tapered(found, in_play);
        const bool is_white = board.turn == White;
        seen.hand_written = is_white ? for_white : -for_white;
        const auto& counts = found.counts;
        std::memcpy(seen.terms, is_white ? counts.white : counts.black, sizeof counts.white);
        std::memcpy(seen.terms + TermCount, is_white ? counts.black : counts.white,
                    sizeof counts.black);
        int16_t* const more = seen.terms + 2 * TermCount;
        std::memset(more, 0, (TermInputs - 2 * TermCount) * sizeof(int16_t));
        more[0] = static_cast<int16_t>(in_play);
        more[1] = board.options.mosquito;
        more[2] = board.options.ladybug;
        more[3] = board.options.pillbug;
        seen.first_q = first_line(shape.occupied.column_mask());
        seen.first_r = first_line(shape.occupied.row_mask());
    }

    // An occupied row or column after an empty one: from there on nothing wraps around, so that a
    // long hive is not seen from both sides.
    static SKEP_INLINE int first_line(uint32_t lines) {
        return std::countr_zero(lines & ~(lines << 1 | lines >> (N - 1)));
    }

    static SKEP_INLINE int feature_of(const Seen& seen, int piece, int standing, int color) {
        if (standing == 0) return FeatureCount;
        const int queen = seen.standing[queen_of(color)];
        const auto offset = [](int to, int from, int first) {
            return ((to - first) & Torus<N>::Mask) - ((from - first) & Torus<N>::Mask) + MostOffset;
        };
        const int cell = standing & StandingMask, queen_cell = queen & StandingMask;
        const int r =
            offset(Torus<N>::r_of(cell - 1), Torus<N>::r_of(queen_cell - 1), seen.first_r);
        const int q =
            offset(Torus<N>::q_of(cell - 1), Torus<N>::q_of(queen_cell - 1), seen.first_q);
        const int owner = color_of(piece) ^ color;
        const int kind = owner * BugCount + BugOf[static_cast<std::size_t>(piece)];
        return (kind * Standings + (standing >> StandingShift)) * ViewCells +
               ViewCellAt[static_cast<std::size_t>(r)][static_cast<std::size_t>(q)];
    }

    // What the filters see around one queen, brought from the position seen last to this one.
    struct View {
        alignas(64) int16_t units[ViewUnits];
        alignas(32) int16_t standing[PieceLanes];
        uint16_t features[PieceCount];

        void start(const Network& network) {
            std::memcpy(units, network.view_bias, sizeof units);
            std::memset(standing, 0, sizeof standing);
            for (uint16_t& feature : features) feature = FeatureCount;
        }
        void follow(const Network& network, const Seen& seen, int color) {
            const int queen = queen_of(color);
            if ((standing[queen] ^ seen.standing[queen]) & StandingMask) start(network);
            const int16_t* gone[PieceCount];
            const int16_t* come[PieceCount];
            int count = 0;
            for (int first = 0; first < PieceLanes; first += Lanes::Count) {
                const Lanes now = Lanes::load(seen.standing + first);
                uint32_t changed = now.differences(Lanes::load(standing + first));
                now.store(standing + first);
                for (; changed; changed &= changed - 1) {
                    const int piece = first + std::countr_zero(changed);
                    gone[count] = network.features[features[piece]];
                    features[piece] =
                        static_cast<uint16_t>(feature_of(seen, piece, seen.standing[piece], color));
                    come[count++] = network.features[features[piece]];
                }
            }
            if (count == 0) return;
            constexpr int Blocks = ViewUnits / Lanes::Count;
            Lanes sum[Blocks];
            for (int i = 0; i < Blocks; ++i) sum[i] = Lanes::load(units + i * Lanes::Count);
            for (int change = 0; change < count; ++change)
                for (int i = 0; i < Blocks; ++i)
                    sum[i] = sum[i] + Lanes::load(come[change] + i * Lanes::Count) -
                             Lanes::load(gone[change] + i * Lanes::Count);
            for (int i = 0; i < Blocks; ++i) sum[i].store(units + i * Lanes::Count);
        }
        void leave_out(const Network& network, int piece) {
            const int16_t* const gone = network.features[features[piece]];
            for (int i = 0; i < ViewUnits; i += Lanes::Count)
                (Lanes::load(units + i) - Lanes::load(gone + i)).store(units + i);
        }
        // Added up over the sides.
        SKEP_INLINE void found(int16_t* filters) const {
            static_assert(2 * Filters == Lanes::Count);
            Lanes sum = Lanes::load(units).clipped(ViewOne);
            for (int i = Lanes::Count; i < ViewUnits; i += Lanes::Count)
                sum = sum + Lanes::load(units + i).clipped(ViewOne);
            int16_t both[Lanes::Count];
            sum.store(both);
            for (int i = 0; i < Filters; ++i)
                filters[i] = static_cast<int16_t>(both[i] + both[i + Filters]);
        }
    };

    // What the terms bring to the hidden units for one side to move, brought along likewise.
    struct Layer {
        static constexpr int Blocks = HiddenUnits / Lanes::Count;
        alignas(64) int16_t units[HiddenUnits];
        alignas(32) int16_t terms[TermInputs];

        void start(const Network& network) {
            std::memcpy(units, network.hidden_bias, sizeof units);
            std::memset(terms, 0, sizeof terms);
        }
        void follow(const Network& network, const int16_t* now) {
            Lanes sum[Blocks];
            for (int i = 0; i < Blocks; ++i) sum[i] = Lanes::load(units + i * Lanes::Count);
            for (int first = 0; first < TermInputs; first += Lanes::Count) {
                const Lanes next = Lanes::load(now + first), last = Lanes::load(terms + first);
                uint32_t changed = next.differences(last);
                if (!changed) continue;
                alignas(32) int16_t change[Lanes::Count];
                (next - last).store(change);
                next.store(terms + first);
                for (; changed; changed &= changed - 1) {
                    const int index = std::countr_zero(changed);
                    const Lanes by = Lanes::all(change[index]);
                    for (int i = 0; i < Blocks; ++i)
                        sum[i] = sum[i] +
                                 by * Lanes::load(network.terms[first + index] + i * Lanes::Count);
                }
            }
            for (int i = 0; i < Blocks; ++i) sum[i].store(units + i * Lanes::Count);
        }
        int output(const Network& network, const View& own, const View& enemy) const {
            int16_t found[2 * Filters];
            own.found(found);
            enemy.found(found + Filters);
            Lanes sum[Blocks];
            for (int i = 0; i < Blocks; ++i) sum[i] = Lanes::load(units + i * Lanes::Count);
            for (int input = 0; input < 2 * Filters; ++input) {
                const Lanes by = Lanes::all(found[input]);
                for (int i = 0; i < Blocks; ++i)
                    sum[i] = sum[i] +
                             by.times_high(Lanes::load(network.found[input] + i * Lanes::Count));
            }
            int total = network.output_bias;
            for (int i = 0; i < Blocks; ++i)
                total += sum[i].clipped(HiddenOne).sum_of_products(
                    Lanes::load(network.output + i * Lanes::Count));
            return total >> OutputShift;
        }
    };

    const Weight* weights_;
    const Network* network_;
    View views_[2];
    Layer layers_[2];  // by the side to move
    int hand_written_ = 0;
};

}  // namespace skep::hive::SKEP_KERNEL
