#pragma once

#include <nanobind/nanobind.h>

void bind_laruche(nanobind::module_& m);
