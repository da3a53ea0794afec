// The Python module skep._core: one file per bound class, gathered here.
#include "bindings/module.h"

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of skep.";
    bind_hive_moves(m);
    bind_hive_position(m);
    bind_laruche(m);
}
