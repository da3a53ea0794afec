// The Python module skep._core: one file per bound class, gathered here.
#include "bindings/module.h"

#include <stdexcept>
#include <typeinfo>

#include "hive/position.h"

namespace nb = nanobind;

namespace {

// A runtime_error of exactly this type: nanobind's own errors are derived from it and have Python
// types already.
void raise_core_error(const std::exception_ptr& pointer, void*) {
    const auto raise = [](const char* type, const std::exception& error) {
        const nb::object raised = nb::module_::import_("skep.errors").attr(type);
        PyErr_SetString(raised.ptr(), error.what());
    };
    try {
        std::rethrow_exception(pointer);
    } catch (const skep::hive::StrayMove& error) {
        raise("IllegalMoveError", error);
    } catch (const std::runtime_error& error) {
        if (typeid(error) != typeid(std::runtime_error)) throw;
        raise("CoreError", error);
    }
}

}  // namespace

NB_MODULE(_core, m) {
    // The interpreter drops its last modules without collecting cycles; classes that Python code
    // derives from ours are then reported as leaks, which they are not.
    nanobind::set_leak_warnings(false);
    m.doc() = "The compiled core of skep.";
    nb::register_exception_translator(raise_core_error);
    bind_hive_moves(m);
    bind_hive_position(m);
    bind_hive_search(m);
    bind_hive_batch(m);
    bind_laruche(m);
}
