#include "laruche/solver.h"
