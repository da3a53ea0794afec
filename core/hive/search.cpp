#include "hive/search.h"

#include <algorithm>
#include <deque>
#include <new>
#include <stdexcept>

#include "clock.h"
#include "hive/kernel/kernel.h"

namespace skep::hive {

namespace {

// Turns the main thread's lines into a report that other threads may read.
class Reporter final : public SearchListener {
  public:
    Reporter(const Position& position, const SearchShared& shared,
             const std::deque<SearchThread>& threads, std::mutex& mutex, SearchReport& report)
        : position_(position), shared_(shared), threads_(threads), mutex_(mutex), report_(report) {}

    void iteration(const BoardLine* lines, int count, int depth) override {
        SearchReport report;
        report.depth = depth;
        for (const SearchThread& thread : threads_)
            report.nodes += thread.nodes.load(std::memory_order_relaxed);
        report.seconds = shared_.now() - shared_.start;
        for (int i = 0; i < count; ++i)
            if (lines[i].length > 0) add_line(report.lines, in_plane(lines[i]));
        const std::lock_guard lock(mutex_);
        report_ = std::move(report);
    }

  private:
    // A search that is cut short leaves later lines as an earlier depth saw them: such a line is
    // not better than the one before it, may begin like it, or may not have been searched at all.
    static void add_line(std::vector<SearchLine>& lines, SearchLine line) {
        if (line.moves.empty()) return;
        for (const SearchLine& better : lines)
            if (better.moves[0] == line.moves[0]) return;
        if (!lines.empty()) {
            if (line.depth == 0 && lines[0].depth > 0) return;
            line.score = std::min(line.score, lines.back().score);
        }
        lines.push_back(std::move(line));
    }

    SearchLine in_plane(const BoardLine& line) const {
        return {line.score, line.depth, position_.in_plane(line.moves, line.length)};
    }

    const Position& position_;
    const SearchShared& shared_;
    const std::deque<SearchThread>& threads_;
    std::mutex& mutex_;
    SearchReport& report_;
};

}  // namespace

namespace {

// Beyond any machine, and small enough to be counted in bytes.
std::size_t checked_size(std::size_t mebibytes) {
    if (mebibytes > std::size_t{1} << 24) throw std::bad_alloc();
    return mebibytes;
}

}  // namespace

Search::Search(std::size_t hash_mebibytes, std::shared_ptr<const Network> network)
    : table_(checked_size(hash_mebibytes)),
      weights_(default_weights.begin(), default_weights.end()),
      network_(std::move(network)) {}

// Whoever uses table and weights has them alone.
class Search::Turn {
  public:
    explicit Turn(Search& search) : search_(search) {
        const std::lock_guard lock(search_.mutex_);
        if (search_.is_busy_) throw std::runtime_error("this search is running already");
        search_.is_busy_ = true;
    }
    ~Turn() {
        const std::lock_guard lock(search_.mutex_);
        search_.is_busy_ = false;
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Search& search_;
};

// The time in which a stop ends this run.
class Search::Run {
  public:
    Run(Search& search, SearchShared& shared) : search_(search) {
        const std::lock_guard lock(search_.mutex_);
        shared.stop = search_.is_announced_ && search_.stop_requested_;
        search_.is_announced_ = search_.stop_requested_ = false;
        search_.report_ = {};
        search_.running_ = &shared;
    }
    ~Run() {
        const std::lock_guard lock(search_.mutex_);
        search_.running_ = nullptr;
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

  private:
    Search& search_;
};

void Search::clear() {
    const Turn turn(*this);
    forget();
}

void Search::forget() {
    table_.clear();
    experience_.clear();
}

Experience& Search::experience_of(int thread, bool with_network) {
    const auto index = static_cast<std::size_t>(2 * thread + with_network);
    while (experience_.size() <= index) experience_.push_back(std::make_unique<Experience>());
    return *experience_[index];
}

void Search::resize(std::size_t mebibytes) {
    const Turn turn(*this);
    checked_size(mebibytes);
    try {
        table_.resize(mebibytes);
    } catch (const std::bad_alloc&) {
        table_.resize(0);  // of one bucket: slow, but a table
        throw;
    }
}

void Search::set_weights(const std::vector<Weight>& weights) {
    if (weights.size() != TermCount) throw std::invalid_argument("one weight per term is needed");
    const Turn turn(*this);
    weights_ = weights;
}

void Search::announce_run() {
    const std::lock_guard lock(mutex_);
    is_announced_ = true;
    stop_requested_ = false;
}

void Search::withdraw_run() {
    const std::lock_guard lock(mutex_);
    is_announced_ = stop_requested_ = false;
}

void Search::stop() {
    const std::lock_guard lock(mutex_);
    if (running_)
        running_->stop = true;
    else
        stop_requested_ = is_announced_;
}

SearchReport Search::report() const {
    const std::lock_guard lock(mutex_);
    return report_;
}

bool is_better_founded(const Conclusion& one, const Conclusion& other) {
    if (one.line.score > SureWin || other.line.score > SureWin)
        return one.line.score > other.line.score;
    if (one.iteration != other.iteration) return one.iteration > other.iteration;
    if (one.is_whole != other.is_whole) return one.is_whole;
    return !one.is_whole && one.line.score > other.line.score;
}

SearchReport Search::run(const Position& position, const SearchLimits& limits, int threads,
                         int lines, bool repetition_draws, const std::vector<PlaneMove>& excluded,
                         Interruption interrupted) {
    const Turn turn(*this);
    const std::vector<uint64_t> history = position.recent_hashes();
    std::vector<Move> excluded_moves;
    for (const PlaneMove& move : excluded) excluded_moves.push_back(position.on_board(move));
    std::unique_ptr<BusyPositions> busy;
    if (threads > 1) busy = std::make_unique<BusyPositions>();
    SearchShared shared{
        .table = &table_,
        .busy = busy.get(),
        .weights = weights_.data(),
        .network = limits.use_network ? network_.get() : nullptr,
        .limits = limits,
        .repetition_draws = repetition_draws,
        .lines = lines,
        .now = &steady_seconds,
        .start = steady_seconds(),
        .history = history.data(),
        .history_size = static_cast<int>(history.size()),
        .excluded = excluded_moves.data(),
        .excluded_count = static_cast<int>(excluded_moves.size()),
    };
    const Run run(*this, shared);
    if (options_ && *options_ != position.options()) forget();
    options_ = position.options();
    table_.new_search();
    std::deque<SearchThread> workers;  // their places stay
    for (int i = 0; i < threads; ++i) {
        Experience& experience = experience_of(i, shared.network != nullptr);
        experience.age();
        workers.emplace_back(experience, i == 0);
    }
    Reporter reporter(position, shared, workers, mutex_, report_);
    position.with_functions([&](const auto& board, const auto& functions) {
        const auto search = [&](int i) {
            functions.search(board, shared, workers[static_cast<std::size_t>(i)],
                             i == 0 ? &reporter : nullptr);
            if (i == 0) shared.stop = true;
        };
        run_in_threads(threads, interrupted, search, [&] { shared.stop = true; });
    });
    if (lines == 1) {
        const Conclusion* best = &workers[0].conclusion;
        for (const SearchThread& worker : workers)
            if (is_better_founded(worker.conclusion, *best)) best = &worker.conclusion;
        if (best != &workers[0].conclusion)
            reporter.iteration(&best->line, 1, best->iteration - !best->is_whole);
    }
    const std::lock_guard lock(mutex_);
    report_.nodes = 0;
    for (const SearchThread& worker : workers) report_.nodes += worker.nodes.load();
    report_.seconds = steady_seconds() - shared.start;
    return report_;
}

int evaluate(const Position& position, const Network* network) {
    return position.with_functions([&](const auto& board, const auto& functions) {
        return functions.evaluate(board, default_weights.data(), network);
    });
}

namespace {

void expect_queens(const Position& position) {
    if (!position.place_of(queen_of(White)) || !position.place_of(queen_of(Black)))
        throw std::invalid_argument("the network looks around queens: one is not in play");
}

}  // namespace

std::vector<int> weigh_pieces(const Position& position, const Network& network) {
    expect_queens(position);
    std::vector<int> shares(PieceCount);
    position.with_functions([&](const auto& board, const auto& functions) {
        functions.weigh_pieces(board, default_weights.data(), network, shares.data());
    });
    return shares;
}

NetworkInputs network_inputs(const Position& position) {
    expect_queens(position);
    NetworkInputs inputs;
    position.with_functions([&](const auto& board, const auto& functions) {
        functions.network_inputs(board, default_weights.data(), inputs);
    });
    return inputs;
}

std::vector<TermShare> evaluation_terms(const Position& position) {
    int16_t white[TermCount], black[TermCount];
    int in_play = 0;
    position.with_functions([&](const auto& board, const auto& functions) {
        functions.count_terms(board, white, black);
        for (const uint16_t cell : board.at) in_play += cell != NoCell;
    });
    const int phase = in_play > LatePhase ? LatePhase : in_play;
    std::vector<TermShare> shares;
    for (int term = 0; term < TermCount; ++term) {
        const Weight weight = default_weights[static_cast<std::size_t>(term)];
        const int tapered = (weight.early * (LatePhase - phase) + weight.late * phase) / LatePhase;
        shares.push_back({term_names()[static_cast<std::size_t>(term)], white[term] * tapered,
                          black[term] * tapered});
    }
    return shares;
}

std::vector<int16_t> term_counts(const Position& position) {
    int16_t white[TermCount], black[TermCount];
    position.with_functions([&](const auto& board, const auto& functions) {
        functions.count_terms(board, white, black);
    });
    std::vector<int16_t> counts;
    for (int term = 0; term < TermCount; ++term)
        counts.push_back(static_cast<int16_t>(white[term] - black[term]));
    return counts;
}

}  // namespace skep::hive
