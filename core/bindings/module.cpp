// The Python module skep._core: one file per bound class, gathered here.
#include "bindings/module.h"

NB_MODULE(_core, m) {
    // The interpreter drops its last modules without collecting cycles; classes that Python code
    // derives from ours are then reported as leaks, which they are not.
    nanobind::set_leak_warnings(false);
    m.doc() = "The compiled core of skep.";
    bind_hive_moves(m);
    bind_hive_position(m);
    bind_hive_search(m);
    bind_laruche(m);
}
