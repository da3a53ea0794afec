// The solver of La Ruche solitaires.
#pragma once

namespace skep::laruche {}
