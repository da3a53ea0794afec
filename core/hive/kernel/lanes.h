// Sixteen whole numbers of 16 bits side by side, for the network.
//
// Sums wrap around, so that they are the same in any order and on any CPU. The compiler makes of
// this whatever registers the CPU has.
#pragma once

#include <cstdint>
#include <cstring>

#include "hive/kernel/sets.h"

namespace skep::hive::SKEP_KERNEL {

struct Lanes {
    static constexpr int Count = 16;
    using Wrapping = uint16_t __attribute__((vector_size(32)));
    using Signed = int16_t __attribute__((vector_size(32)));

    Wrapping v;

    static SKEP_INLINE Lanes load(const int16_t* from) {
        Lanes lanes;
        std::memcpy(&lanes.v, from, sizeof lanes.v);
        return lanes;
    }
    static SKEP_INLINE Lanes all(int16_t value) {
        return {Wrapping{} + static_cast<uint16_t>(value)};
    }
    SKEP_INLINE void store(int16_t* to) const { std::memcpy(to, &v, sizeof v); }

    friend SKEP_INLINE Lanes operator+(const Lanes& a, const Lanes& b) { return {a.v + b.v}; }
    friend SKEP_INLINE Lanes operator-(const Lanes& a, const Lanes& b) { return {a.v - b.v}; }
    friend SKEP_INLINE Lanes operator*(const Lanes& a, const Lanes& b) { return {a.v * b.v}; }

    // Of the products the upper sixteen bits.
    SKEP_INLINE Lanes times_high(const Lanes& other) const {
#if defined(__AVX2__)
        const __m256i product = _mm256_mulhi_epi16((__m256i)v, (__m256i)other.v);
        return {(Wrapping)product};
#else
        Lanes high;
        for (int i = 0; i < Count; ++i)
            high.v[i] = static_cast<uint16_t>(
                static_cast<int16_t>(v[i]) * static_cast<int16_t>(other.v[i]) >> 16);
        return high;
#endif
    }
    SKEP_INLINE Lanes clipped(int16_t most) const {
        const Signed value = (Signed)v;
        const Signed positive = value & (value > 0);
        const Signed top = Signed{} + most;
        const Signed over = positive > top;
        return {(Wrapping)((top & over) | (positive & ~over))};
    }
    SKEP_INLINE int sum_of_products(const Lanes& other) const {
#if defined(__AVX2__)
        const __m256i pairs = _mm256_madd_epi16((__m256i)v, (__m256i)other.v);
        __m128i sum =
            _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
        sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 8));
        sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 4));
        return _mm_cvtsi128_si32(sum);
#else
        int sum = 0;
        for (int i = 0; i < Count; ++i)
            sum += static_cast<int16_t>(v[i]) * static_cast<int16_t>(other.v[i]);
        return sum;
#endif
    }
    // A bit for each number in which they differ.
    SKEP_INLINE uint32_t differences(const Lanes& other) const {
#if defined(__AVX2__)
        const __m256i same = _mm256_cmpeq_epi16((__m256i)v, (__m256i)other.v);
        return _pext_u32(~static_cast<uint32_t>(_mm256_movemask_epi8(same)), 0x55555555);
#else
        uint32_t bits = 0;
        for (int i = 0; i < Count; ++i) bits |= static_cast<uint32_t>(v[i] != other.v[i]) << i;
        return bits;
#endif
    }
};

}  // namespace skep::hive::SKEP_KERNEL
