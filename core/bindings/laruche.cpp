// Bindings of the La Ruche solver.
#include "bindings/module.h"

void bind_laruche(nanobind::module_&) {}
