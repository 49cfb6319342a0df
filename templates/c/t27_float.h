/* Floats: bits, rounding, remainders, minimum and maximum, half precision. Same bits on every machine. */
#ifndef T27_FLOAT_H
#define T27_FLOAT_H

#include "t27_core.h"

static inline uint32_t t27_bits_f32(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline uint64_t t27_bits_f64(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline uint16_t t27_bits_f16(t27_f16 x) {
    return x.bits;
}
static inline float t27_from_bits_f32(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline double t27_from_bits_f64(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static inline t27_f16 t27_from_bits_f16(uint16_t bits) {
    t27_f16 x = {bits};
    return x;
}

static inline float t27_f16_to_f32(t27_f16 x) {
    const uint32_t sign = (uint32_t)(x.bits & 0x8000u) << 16;
    const uint32_t rest = x.bits & 0x7FFFu;
    if (rest >= 0x7C00u) {
        return t27_from_bits_f32(sign | 0x7F800000u | ((rest & 0x3FFu) << 13));
    }
    if (rest < 0x400u) { /* zero and subnormals: a whole number of 2^-24 */
        return t27_from_bits_f32(t27_bits_f32((float)rest * 0x1p-24f) | sign);
    }
    return t27_from_bits_f32(sign | ((rest << 13) + 0x38000000u));
}

/* One rounding, to nearest even. */
static inline t27_f16 t27_f16_of(double x) {
    const uint64_t bits = t27_bits_f64(x);
    const uint32_t sign = (uint32_t)(bits >> 48) & 0x8000u;
    const double size = __builtin_fabs(x);
    uint32_t rest;
    if (size != size) {
        rest = 0x7E00u | ((uint32_t)(bits >> 42) & 0x3FFu);
    } else if (size >= 65520.0) {
        rest = 0x7C00u;
    } else if (size < 0x1p-14) { /* adding 1.5 * 2^28 leaves the last bit at 2^-24 */
        rest = (uint32_t)t27_bits_f64(size + 0x1.8p28) & 0x7FFu;
    } else {
        const uint64_t cut = bits & UINT64_C(0x7FFFFFFFFFFFFFFF);
        const uint64_t rounded = cut + UINT64_C(0x1FFFFFFFFFF) + ((cut >> 42) & 1u);
        rest = (uint32_t)(rounded >> 42) - (1008u << 10);
    }
    return t27_from_bits_f16((uint16_t)(sign | rest));
}

#define T27_DEFINE_FLOAT(N, T, SUFFIX)                                                                         \
    static inline T t27_abs_##N(T x) { return __builtin_fabs##SUFFIX(x); }                                     \
    static inline T t27_sqrt_##N(T x) { return __builtin_sqrt##SUFFIX(x); }                                    \
    static inline T t27_floor_##N(T x) { return __builtin_floor##SUFFIX(x); }                                  \
    static inline T t27_ceil_##N(T x) { return __builtin_ceil##SUFFIX(x); }                                    \
    static inline T t27_trunc_##N(T x) { return __builtin_trunc##SUFFIX(x); }                                  \
    static inline T t27_fma_##N(T a, T b, T c) { return __builtin_fma##SUFFIX(a, b, c); }                      \
    /* NaN yields the other; of equals, also of zeros, the first. */                                           \
    static inline T t27_min_##N(T a, T b) { return b < a || a != a ? b : a; }                                  \
    static inline T t27_max_##N(T a, T b) { return b > a || a != a ? b : a; }                                  \
    static inline T t27_rem_##N(T a, T b) { return __builtin_fmod##SUFFIX(a, b); }                             \
    static inline T t27_mod_##N(T a, T b) {                                                                    \
        const T rest = __builtin_fmod##SUFFIX(a, b);                                                           \
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;                                           \
    }                                                                                                          \
    static inline T t27_div_floor_##N(T a, T b) { return __builtin_floor##SUFFIX(a / b); }                     \
    static inline T t27_div_trunc_##N(T a, T b) { return __builtin_trunc##SUFFIX(a / b); }                     \
    static inline bool t27_is_nan_##N(T x) { return x != x; }                                                  \
    static inline bool t27_is_inf_##N(T x) { return __builtin_fabs##SUFFIX(x) == __builtin_inf##SUFFIX(); }    \
    static inline bool t27_is_finite_##N(T x) { return __builtin_fabs##SUFFIX(x) < __builtin_inf##SUFFIX(); }  \
    static inline bool t27_sign_bit_##N(T x) { return (t27_bits_##N(x) >> (sizeof(T) * 8 - 1)) != 0; }         \
    static inline void t27_check_tolerance_##N(T tolerance, t27_site at) {                                     \
        if (T27_UNLIKELY(tolerance < 0)) {                                                                     \
            T27_FAIL1(T27_BAD_TOLERANCE, at, "negative tolerance", t27_value_f((double)tolerance));            \
        }                                                                                                      \
    }                                                                                                          \
    static inline bool t27_approx_abs_##N(T a, T b, T tolerance, t27_site at) {                                \
        t27_check_tolerance_##N(tolerance, at);                                                                \
        return a == b || (!t27_is_inf_##N(a) && !t27_is_inf_##N(b) && __builtin_fabs##SUFFIX(a - b) <= tolerance);  \
    }

T27_DEFINE_FLOAT(f32, float, f)
T27_DEFINE_FLOAT(f64, double, )

/* Half away from zero: the largest number below a half moves every tie up and nothing else. */
static inline float t27_round_f32(float x) {
    return __builtin_copysignf(__builtin_truncf(x + __builtin_copysignf(0x1.fffffep-2f, x)), x);
}
static inline double t27_round_f64(double x) {
    return __builtin_copysign(__builtin_trunc(x + __builtin_copysign(0x1.fffffffffffffp-2, x)), x);
}

static inline bool t27_approx_rel_f64(double a, double b, double tolerance, t27_site at) {
    t27_check_tolerance_f64(tolerance, at);
    const bool finite = !t27_is_inf_f64(a) && !t27_is_inf_f64(b);
    return a == b || (finite && __builtin_fabs(a - b) <= t27_max_f64(__builtin_fabs(a), __builtin_fabs(b)) * tolerance);
}
static inline bool t27_approx_rel_f32(float a, float b, float tolerance, t27_site at) {
    t27_check_tolerance_f32(tolerance, at);
    const bool finite = !t27_is_inf_f32(a) && !t27_is_inf_f32(b);
    return a == b || (finite && __builtin_fabsf(a - b) <= t27_max_f32(__builtin_fabsf(a), __builtin_fabsf(b)) * tolerance);
}

/* The whole part of x if it lies in [low, above); both ends are exact. */
static inline double t27_whole(double x, double low, double above, t27_site at) {
    const double whole = __builtin_trunc(x);
    if (T27_UNLIKELY(!(whole >= low && whole < above))) {
#if defined(T27_RELEASE)
        (void)at;
        return 0.0;
#else
        T27_FAIL1(T27_FLOAT_TO_INT, at, "float out of the integer's range", t27_value_f(x));
#endif
    }
    return whole;
}

#endif
