#include "hive/zobrist.h"

namespace skep::hive {

const Zobrist<16> zobrist_narrow;
const Zobrist<32> zobrist_wide;

}  // namespace skep::hive
