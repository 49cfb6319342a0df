/* exp, log, sin, .. of double: branch-free, so that compilers turn loops over them into vector code. Bounds: docs/ulp.md.
   Polynomials: benchmarks/fit_polynomials.py. Only sin, cos and tan of huge arguments, pow, hypot and erf call libm. */
#ifndef T27_MATH64_H
#define T27_MATH64_H

#include "t27_float.h"

#define T27_LN2_HI 0x1.62e42fefa3000p-1 /* 41 bits: times any exponent it is exact */
#define T27_LN2_LO 0x1.3de6af278ece6p-42
#define T27_PI_2_HI 0x1.921fb54442d18p+0
#define T27_PI_2_LO 0x1.1a62633145c07p-54
#define T27_ROUNDER 0x1.8p52 /* added and taken away again: rounds to a whole number, which stands in the low bits */

/* 2^k for k in -1022 .. 1023, given in 64 bits of two's complement. */
static inline double t27_power_of_2(uint64_t k) {
    return t27_from_bits_f64((k + 1023u) << 52);
}

/* x = n ln 2 + r + c with |r| <= ln(2)/2; the whole number n stands in the low half of `count`. */
typedef struct t27_exp_parts {
    double n;
    double r;
    double p; /* e^(r+c) - 1 */
    uint64_t count;
} t27_exp_parts;

static inline double t27_expm1_kernel(double r, double c) {
    double q = 2.09147728322480896e-9;
    q = q * r + 2.51053372446652102e-8;
    q = q * r + 2.75572734365704858e-7;
    q = q * r + 2.75572551109788893e-6;
    q = q * r + 0.0000248015873257107583;
    q = q * r + 0.000198412698750489052;
    q = q * r + 0.00138888888888837016;
    q = q * r + 0.00833333333332606976;
    q = q * r + 0.0416666666666666698;
    q = q * r + 0.16666666666666671;
    return r + (r * r * (0.5 + q * r) + (c + c * r));
}

static inline t27_exp_parts t27_exp_split(double x, double per_unit, double unit_hi, double unit_lo) {
    const double shifted = x * per_unit + T27_ROUNDER;
    const double n = shifted - T27_ROUNDER;
    const double hi = x - n * unit_hi;
    const double r = hi - n * unit_lo;
    t27_exp_parts parts;
    parts.n = n;
    parts.r = r;
    parts.p = t27_expm1_kernel(r, (hi - r) - n * unit_lo);
    parts.count = t27_bits_f64(shifted) - t27_bits_f64(T27_ROUNDER);
    return parts;
}

/* y 2^k in two steps, so that k may leave the range of exponents; k is given as a two's complement number. */
static inline double t27_scale_f64(double y, uint64_t k) {
    const uint64_t half = ((k + 4096u) >> 1) - 2048u;
    return y * t27_power_of_2(half) * t27_power_of_2(k - half);
}

static inline double t27_clamp_f64(double x, double low, double high) {
    const double below = x < low ? low : x;
    return below > high ? high : below;
}

/* e^x 2^bias */
static inline double t27_exp_biased(double x, int32_t bias) {
    const t27_exp_parts e = t27_exp_split(t27_clamp_f64(x, -760.0, 720.0), 0x1.71547652b82fep+0, T27_LN2_HI, T27_LN2_LO);
    return t27_scale_f64(1.0 + e.p, e.count + (uint64_t)(int64_t)bias);
}
static inline double t27_exp_f64(double x) {
    return t27_exp_biased(x, 0);
}

static inline double t27_exp2_f64(double x) {
    const double clamped = t27_clamp_f64(x, -1100.0, 1030.0);
    const double shifted = clamped + T27_ROUNDER;
    const double part = clamped - (shifted - T27_ROUNDER);
    const double r = part * 0x1.62e42fefa39efp-1;
    /* the rounding error of the product, by splitting both factors in halves */
    const double part_hi = t27_from_bits_f64(t27_bits_f64(part) & UINT64_C(0xFFFFFFFFF8000000));
    const double c = ((part_hi * 0x1.62e42f8000000p-1 - r) + part_hi * 0x1.be8e7bcd5e4f2p-27) + (part - part_hi) * 0x1.62e42fefa39efp-1;
    const double y = 1.0 + t27_expm1_kernel(r, c);
    return t27_scale_f64(y, t27_bits_f64(shifted) - t27_bits_f64(T27_ROUNDER));
}

static inline double t27_expm1_f64(double x) {
    const t27_exp_parts e = t27_exp_split(t27_clamp_f64(x, -50.0, 709.9), 0x1.71547652b82fep+0, T27_LN2_HI, T27_LN2_LO);
    const double half = t27_power_of_2(e.count - 1u);
    const double far = ((half - 0.5) + half * e.p) * 2.0;
    const double near = e.n == 0.0 ? e.p : far;
    return __builtin_fabs(x) < 0x1p-54 ? x : near;
}

/* x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)) */
typedef struct t27_log_parts {
    double k;
    double f;
} t27_log_parts;

static inline t27_log_parts t27_log_split(double x) {
    const bool tiny = x < 0x1p-1022;
    const double scaled = tiny ? x * 0x1p54 : x;
    const uint64_t bits = t27_bits_f64(scaled) + (UINT64_C(0x3FF00000) - UINT64_C(0x3FE6A09E)) * UINT64_C(0x100000000);
    const double exponent = (double)(int32_t)(uint32_t)(bits >> 52) - 1023.0;
    t27_log_parts parts;
    parts.k = tiny ? exponent - 54.0 : exponent;
    parts.f = t27_from_bits_f64((bits & UINT64_C(0xFFFFFFFFFFFFF)) + (UINT64_C(0x3FE6A09E) << 32)) - 1.0;
    return parts;
}

/* log(1 + f) = f - low */
static inline double t27_log_low(double f, double extra) {
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double half = 0.5 * f * f;
    double q = 0.130896291606746226;
    q = q * z + 0.132684856806544268;
    q = q * z + 0.153862504479401886;
    q = q * z + 0.181817954423719854;
    q = q * z + 0.222222223935666087;
    q = q * z + 0.285714285707954309;
    q = q * z + 0.400000000000008904;
    q = q * z + 0.666666666666666665;
    return half - (s * (half + z * q) + extra);
}

/* The special cases of all logarithms: 0, negative numbers, infinity, NaN. */
static inline double t27_log_special(double x, double y) {
    const double above = x < __builtin_inf() ? y : x;
    const double zero = x == 0.0 ? -__builtin_inf() : above;
    return x < 0.0 ? __builtin_nan("") : zero;
}

static inline double t27_log_f64(double x) {
    const t27_log_parts e = t27_log_split(x);
    return t27_log_special(x, e.k * T27_LN2_HI - (t27_log_low(e.f, e.k * T27_LN2_LO) - e.f));
}

/* k u + log(1 + f) / d: the sum f - low in two parts, times 1/d in two parts; k_hi is exact. */
static inline double t27_log_scaled(t27_log_parts e, double inverse_hi, double inverse_lo, double k_hi, double k_lo) {
    const double low = t27_log_low(e.f, 0.0);
    const double whole = e.f - low;
    const double hi = t27_from_bits_f64(t27_bits_f64(whole) & UINT64_C(0xFFFFFFFF00000000));
    const double lo = (e.f - hi) - low;
    const double small = lo * (inverse_hi + inverse_lo) + hi * inverse_lo + k_lo;
    const double big = hi * inverse_hi;
    const double sum = k_hi + big;
    return sum + (((k_hi - sum) + big) + small);
}
static inline double t27_log2_f64(double x) {
    const t27_log_parts e = t27_log_split(x);
    return t27_log_special(x, t27_log_scaled(e, 0x1.7154700000000p+0, 0x1.94ae0bf85ddf4p-22, e.k, 0.0));
}
static inline double t27_log10_f64(double x) {
    const t27_log_parts e = t27_log_split(x);
    return t27_log_special(x, t27_log_scaled(e, 0x1.bcb7b00000000p-2, 0x1.526e50e32a6abp-26, e.k * 0x1.34413509f7000p-2,
                                             e.k * 0x1.3fde623e2566bp-43));
}

static inline double t27_log1p_f64(double x) {
    const double u = 1.0 + x;
    const t27_log_parts e = t27_log_split(u);
    const double lost = (e.k >= 2.0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
    const bool near = e.k == 0.0;
    const double f = near ? x : e.f;
    const double y = e.k * T27_LN2_HI - (t27_log_low(f, near ? 0.0 : e.k * T27_LN2_LO + lost) - f);
    const double finite = t27_log_special(u, y);
    return __builtin_fabs(x) < 0x1p-54 ? x : finite;
}

static inline double t27_tanh_f64(double x) {
    const double size = __builtin_fabs(x);
    const double e = t27_expm1_f64(2.0 * (size > 22.0 ? 22.0 : size));
    const double sum = e + 2.0;
    const double ratio = e / sum;
    const double near = ratio - ratio * ((e - (sum - 2.0)) / sum); /* with what the sum lost */
    const double y = size > 0.6 ? 1.0 - 2.0 / sum : near;
    const double sized = size > 22.0 ? 1.0 : y;
    return x != x ? x : __builtin_copysign(sized, x);
}
static inline double t27_sinh_f64(double x) {
    const double size = __builtin_fabs(x);
    const double e = t27_expm1_f64(size > 40.0 ? 40.0 : size);
    const double small = 0.5 * (e + e / (e + 1.0));
    const double y = size > 40.0 ? t27_exp_biased(size, -1) : small;
    return __builtin_copysign(size < 0x1p-27 ? size : y, x);
}
static inline double t27_cosh_f64(double x) {
    const double half = t27_exp_biased(__builtin_fabs(x), -1);
    return half + 0.25 / half;
}

#endif
