/* sin, asin, atan2, .. of double, and the calls of libm. See t27_math64.h. */
#ifndef T27_TRIG64_H
#define T27_TRIG64_H

#include "t27_math64.h"

/* x = n pi/2 + r + c with |r| <= pi/4, for |x| < 2^20; n modulo 4 stands in the low bits of `quadrant`. */
typedef struct t27_angle {
    double r;
    double c;
    uint64_t quadrant;
} t27_angle;

static inline t27_angle t27_reduce_f64(double x) {
    const double shifted = x * 0x1.45f306dc9c883p-1 + T27_ROUNDER;
    const double n = shifted - T27_ROUNDER;
    const double first = x - n * 0x1.921fb54400000p+0;
    const double product = n * 0x1.0b4611a600000p-34;
    const double second = first - product;
    const double rest = n * 0x1.3198a2e037073p-69 - ((first - second) - product);
    t27_angle angle;
    angle.r = second - rest;
    angle.c = (second - angle.r) - rest;
    angle.quadrant = t27_bits_f64(shifted);
    return angle;
}

static inline double t27_sin_kernel(double r, double c) {
    const double z = r * r;
    double q = -7.58658484845979828e-13;
    q = q * z + 1.60585297126668613e-10;
    q = q * z - 2.50521062204093841e-8;
    q = q * z + 2.75573192193044786e-6;
    q = q * z - 0.000198412698412650203;
    q = q * z + 0.00833333333333333147;
    const double cube = z * r;
    return r - ((z * (0.5 * c - cube * q) - c) - cube * -0.166666666666666667);
}
static inline double t27_cos_kernel(double r, double c) {
    const double z = r * r;
    double q = 4.7458094823378761e-14;
    q = q * z - 1.14704598277346844e-11;
    q = q * z + 2.08767557843874629e-9;
    q = q * z - 2.75573192213835388e-7;
    q = q * z + 0.0000248015873015846216;
    q = q * z - 0.00138888888888888879;
    q = q * z + 0.0416666666666666667;
    const double half = 0.5 * z;
    const double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * z * q - r * c));
}

/* The value of the quadrant: sin, or cos if odd; its sign from bit 1. */
static inline double t27_quadrant(uint64_t quadrant, double sine, double cosine) {
    const double y = (quadrant & 1u) != 0 ? cosine : sine;
    return t27_from_bits_f64(t27_bits_f64(y) ^ ((quadrant & 2u) << 62));
}
static inline double t27_sin_f64(double x) {
    if (T27_UNLIKELY(__builtin_fabs(x) > 0x1p20)) {
        return __builtin_sin(x);
    }
    const t27_angle a = t27_reduce_f64(x);
    const double y = t27_quadrant(a.quadrant, t27_sin_kernel(a.r, a.c), t27_cos_kernel(a.r, a.c));
    return __builtin_fabs(x) < 0x1p-27 ? x : y;
}
static inline double t27_cos_f64(double x) {
    if (T27_UNLIKELY(__builtin_fabs(x) > 0x1p20)) {
        return __builtin_cos(x);
    }
    const t27_angle a = t27_reduce_f64(x);
    return t27_quadrant(a.quadrant + 1u, t27_sin_kernel(a.r, a.c), t27_cos_kernel(a.r, a.c));
}
static inline double t27_tan_f64(double x) {
    if (T27_UNLIKELY(__builtin_fabs(x) > 0x1p20)) {
        return __builtin_tan(x);
    }
    const t27_angle a = t27_reduce_f64(x);
    const double sine = t27_sin_kernel(a.r, a.c);
    const double cosine = t27_cos_kernel(a.r, a.c);
    const double y = (a.quadrant & 1u) != 0 ? -cosine / sine : sine / cosine;
    return __builtin_fabs(x) < 0x1p-27 ? x : y;
}

/* (atan t - t) / t^3 for |t| <= tan(pi/8) */
static inline double t27_atan_kernel(double z) {
    double q = 0.0162835723564825885;
    q = q * z - 0.0345685906686068994;
    q = q * z + 0.0455151656359031057;
    q = q * z - 0.0523043746425168706;
    q = q * z + 0.0587892671575672577;
    q = q * z - 0.066664246872464995;
    q = q * z + 0.0769229636397995096;
    q = q * z - 0.0909090875311859388;
    q = q * z + 0.111111111051477637;
    q = q * z - 0.142857142856597488;
    q = q * z + 0.199999999999998042;
    return q * z - 0.333333333333333332;
}

/* The angle of (b, a), a and b not negative and not NaN. */
static inline double t27_atan_ratio(double a, double b) {
    const bool upper = a > b * 2.41421356237309505;
    const bool middle = a > b * 0.414213562373095049;
    const double top = upper ? -b : middle ? a - b : a;
    const double bottom = upper ? a : middle ? a + b : b;
    const double t = top / (bottom == 0.0 ? 1.0 : bottom);
    const double z = t * t;
    const double base_hi = upper ? T27_PI_2_HI : middle ? T27_PI_2_HI / 2 : 0.0;
    const double base_lo = upper ? T27_PI_2_LO : middle ? T27_PI_2_LO / 2 : 0.0;
    return base_hi + (t + (t * z * t27_atan_kernel(z) + base_lo));
}
static inline double t27_atan_f64(double x) {
    const double size = __builtin_fabs(x);
    const double y = t27_atan_ratio(size > 0x1p60 ? 0x1p60 : size, 1.0);
    return x != x ? x : size < 0x1p-27 ? x : __builtin_copysign(y, x);
}
static inline double t27_atan2_f64(double y, double x) {
    const double infinity = __builtin_inf();
    const double a = __builtin_fabs(y);
    const double b = __builtin_fabs(x);
    const bool both = a == infinity && b == infinity;
    const bool large = a > 0x1p1000 || b > 0x1p1000;
    const double finite_a = both ? 1.0 : a == infinity ? 1.0 : b == infinity ? 0.0 : large ? a * 0x1p-60 : a;
    const double finite_b = both ? 1.0 : a == infinity ? 0.0 : b == infinity ? 1.0 : large ? b * 0x1p-60 : b;
    const double first = t27_atan_ratio(finite_a, finite_b);
    const bool left = t27_sign_bit_f64(x);
    const double angle = left ? 2 * T27_PI_2_HI - (first - 2 * T27_PI_2_LO) : first;
    return x != x || y != y ? x + y : __builtin_copysign(angle, y);
}

/* (asin t - t) / t, z = t^2 <= 1/4 */
static inline double t27_asin_kernel(double z) {
    double q = 0.0296350262635485458;
    q = q * z - 0.0192775459285845514;
    q = q * z + 0.019579201619744682;
    q = q * z + 0.00303500717272676349;
    q = q * z + 0.00932210150108277359;
    q = q * z + 0.00962140274734483039;
    q = q * z + 0.0115665118218909429;
    q = q * z + 0.0139637757878481364;
    q = q * z + 0.0173528167685464727;
    q = q * z + 0.0223721574356238154;
    q = q * z + 0.0303819444756937049;
    q = q * z + 0.0446428571425501851;
    q = q * z + 0.0750000000000011846;
    return z * (q * z + 0.166666666666666666);
}

/* asin(sqrt(z)) for the outer half, as root_hi + rest */
typedef struct t27_outer {
    double root_hi;
    double rest;
} t27_outer;

static inline t27_outer t27_asin_outer(double z) {
    const double root = __builtin_sqrt(z);
    t27_outer outer;
    outer.root_hi = t27_from_bits_f64(t27_bits_f64(root) & UINT64_C(0xFFFFFFFF00000000));
    const double sum = root + outer.root_hi;
    outer.rest = (z - outer.root_hi * outer.root_hi) / (sum == 0.0 ? 1.0 : sum) + root * t27_asin_kernel(z);
    return outer;
}
static inline double t27_asin_f64(double x) {
    const double size = __builtin_fabs(x);
    const double inner = x + x * t27_asin_kernel(size < 0.5 ? x * x : 0.0);
    const t27_outer o = t27_asin_outer(size <= 1.0 ? 0.5 - 0.5 * size : 0.0);
    const double outer = T27_PI_2_HI / 2 - ((2.0 * o.rest - T27_PI_2_LO) - (T27_PI_2_HI / 2 - 2.0 * o.root_hi));
    const double y = size < 0.5 ? inner : __builtin_copysign(outer, x);
    return size > 1.0 ? __builtin_nan("") : x != x ? x : size < 0x1p-27 ? x : y;
}
static inline double t27_acos_f64(double x) {
    const double size = __builtin_fabs(x);
    const double inner = T27_PI_2_HI - (x - (T27_PI_2_LO - x * t27_asin_kernel(size < 0.5 ? x * x : 0.0)));
    const t27_outer o = t27_asin_outer(size <= 1.0 ? 0.5 - 0.5 * size : 0.0);
    const double right = 2.0 * (o.root_hi + o.rest);
    const double left = 2.0 * (T27_PI_2_HI - (o.root_hi + (o.rest - T27_PI_2_LO)));
    const double y = size < 0.5 ? inner : x < 0.0 ? left : right;
    return size > 1.0 ? __builtin_nan("") : x != x ? x : y;
}

static inline double t27_pow_f64(double x, double y) {
    return __builtin_pow(x, y);
}
static inline double t27_hypot_f64(double x, double y) {
    return __builtin_hypot(x, y);
}
static inline double t27_erf_f64(double x) {
    return __builtin_erf(x);
}

#endif
