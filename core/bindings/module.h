#pragma once

#include <nanobind/nanobind.h>

void bind_hive_batch(nanobind::module_& m);
void bind_hive_moves(nanobind::module_& m);
void bind_hive_position(nanobind::module_& m);
void bind_hive_search(nanobind::module_& m);
void bind_laruche(nanobind::module_& m);
