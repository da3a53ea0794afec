// Giving up long work from outside.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace skep {

// Long work asks this now and then, always in the thread that called for it. True: it shall end as
// soon as it can, whatever it has by then. Null: nobody interrupts.
using Interruption = bool (*)();

// Calls work(0) to work(count - 1), each in a thread of its own, and waits for all of them. When
// it is interrupted, or a thread fails, `give_up` is called, after which they must come to an end.
template <class Work, class GiveUp>
void run_in_threads(int count, Interruption interrupted, Work work, GiveUp give_up) {
    if (count == 1 && !interrupted) return work(0);
    constexpr std::chrono::milliseconds AskEvery{20};
    std::mutex mutex;
    std::condition_variable changed;
    int running = 0;
    std::exception_ptr failure;
    const auto fail = [&] {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
    };
    {
        std::vector<std::jthread> threads;
        try {
            for (int i = 0; i < count; ++i) {
                threads.emplace_back([&, i] {
                    try {
                        work(i);
                    } catch (...) {
                        fail();
                        give_up();
                    }
                    const std::lock_guard lock(mutex);
                    --running;
                    changed.notify_all();
                });
                const std::lock_guard lock(mutex);
                ++running;
            }
        } catch (...) {  // no more threads to be had
            fail();
            give_up();
        }
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, AskEvery, [&] { return running == 0; })) {
            lock.unlock();
            if (interrupted && interrupted()) give_up();
            lock.lock();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace skep
