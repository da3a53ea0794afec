// Ctrl-C during long work of the core.
#pragma once

#include <nanobind/nanobind.h>

#include "interruption.h"

namespace skep::bindings {

namespace nb = nanobind;

// Does Python's handler of a signal that has arrived raise an exception? Its handlers run in the
// main thread only, and it is asked there at most fifty times a second, since it takes the lock
// that other Python threads need meanwhile.
bool signal_has_raised();

// Does work with Python's lock released, and gives `signal_has_raised` to it where it may be asked.
// Raises the exception of the handler, if it came to that.
template <class Work>
auto interruptibly(Work work) {
    const nb::object main = nb::module_::import_("threading").attr("main_thread")();
    const bool is_main = nb::cast<unsigned long>(main.attr("ident")) == PyThread_get_thread_ident();
    auto result = [&] {
        const nb::gil_scoped_release released;
        return work(is_main ? &signal_has_raised : nullptr);
    }();
    if (PyErr_Occurred()) throw nb::python_error();
    return result;
}

}  // namespace skep::bindings
