/* exp, log, sin, .. of float, branch-free: exp, log and tanh in float arithmetic, the others in double and rounded once.
   Bounds: docs/ulp.md. Polynomials: benchmarks/fit_polynomials.py. Only pow calls libm. */
#ifndef T27_MATH32_H
#define T27_MATH32_H

#include "t27_trig64.h"

static inline float t27_exp_f32(float x) {
    const float raised = x < -104.0f ? -104.0f : x;
    const float limited = raised > 89.0f ? 89.0f : raised;
    const float shifted = limited * 1.44269504f + 12582912.0f;
    const float n = shifted - 12582912.0f;
    const float r = (limited - n * 0.693359375f) - n * -2.12194440e-4f;
    float q = 0.00139264841f;
    q = q * r + 0.00836341962f;
    q = q * r + 0.04166655281f;
    q = q * r + 0.1666657554f;
    q = q * r + 0.5f;
    const float y = 1.0f + (r + r * r * q);
    const uint32_t k = t27_bits_f32(shifted) - t27_bits_f32(12582912.0f);
    const uint32_t half = ((k + 1024u) >> 1) - 512u;
    return y * t27_from_bits_f32((half + 127u) << 23) * t27_from_bits_f32((k - half + 127u) << 23);
}

static inline float t27_log_f32(float x) {
    const bool tiny = x < 0x1p-126f;
    const uint32_t bits = t27_bits_f32(tiny ? x * 0x1p25f : x) + (0x3F800000u - 0x3F3504F3u);
    const float exponent = (float)(int32_t)(bits >> 23) - 127.0f;
    const float k = tiny ? exponent - 25.0f : exponent;
    const float f = t27_from_bits_f32((bits & 0x7FFFFFu) + 0x3F3504F3u) - 1.0f;
    float q = 0.06973070409f;
    q = q * f - 0.1148147724f;
    q = q * f + 0.1168571964f;
    q = q * f - 0.1242548656f;
    q = q * f + 0.1424900932f;
    q = q * f - 0.1666780858f;
    q = q * f + 0.200007172f;
    q = q * f - 0.2499999691f;
    q = q * f + 0.3333333117f;
    const float square = f * f;
    const float y = k * 0.693359375f + (f + (f * square * q + k * -2.12194440e-4f - 0.5f * square));
    const float above = x < __builtin_inff() ? y : x;
    const float zero = x == 0.0f ? -__builtin_inff() : above;
    return x < 0.0f ? __builtin_nanf("") : zero;
}

static inline float t27_tanh_f32(float x) {
    const float size = __builtin_fabsf(x);
    const float large = 1.0f - 2.0f / (t27_exp_f32(2.0f * size) + 1.0f);
    const float z = x * x;
    float q = -0.006609614013f;
    q = q * z + 0.02130906233f;
    q = q * z - 0.05390937564f;
    q = q * z + 0.1333311346f;
    q = q * z - 0.3333333201f;
    const float small = x + x * z * q;
    const float y = size < 0.55f ? small : __builtin_copysignf(large, x);
    return size < 0x1p-13f ? x : y;
}

#define T27_DEFINE_ROUNDED(name) \
    static inline float t27_##name##_f32(float x) { return (float)t27_##name##_f64((double)x); }

T27_DEFINE_ROUNDED(exp2)
T27_DEFINE_ROUNDED(expm1)
T27_DEFINE_ROUNDED(log2)
T27_DEFINE_ROUNDED(log10)
T27_DEFINE_ROUNDED(log1p)
T27_DEFINE_ROUNDED(sinh)
T27_DEFINE_ROUNDED(cosh)
T27_DEFINE_ROUNDED(asin)
T27_DEFINE_ROUNDED(acos)
T27_DEFINE_ROUNDED(atan)

/* 1 / (2 pi) to 224 bits: 2^e times it, without whole turns, is the window that starts at bit e. Words are picked by
   comparisons and not from a table, because compilers vectorise those on every machine. */
static inline uint32_t t27_pick(uint32_t e, uint32_t first, uint32_t second, uint32_t third, uint32_t fourth) {
    const uint32_t low = e < 32u ? first : second;
    const uint32_t high = e < 96u ? third : fourth;
    return e < 64u ? low : high;
}
static inline uint64_t t27_window(uint32_t upper, uint32_t lower, uint32_t e) {
    return ((((uint64_t)upper << 32) | lower) << (e & 31u)) >> 32;
}
static inline uint64_t t27_turn(uint64_t whole, uint32_t e) {
    const uint32_t a = t27_pick(e, 0x28BE60DBu, 0x9391054Au, 0x7F09D5F4u, 0x7D4D3770u);
    const uint32_t b = t27_pick(e, 0x9391054Au, 0x7F09D5F4u, 0x7D4D3770u, 0x36D8A566u);
    const uint32_t c = t27_pick(e, 0x7F09D5F4u, 0x7D4D3770u, 0x36D8A566u, 0x4F10E410u);
    const uint32_t d = t27_pick(e, 0x7D4D3770u, 0x36D8A566u, 0x4F10E410u, 0x7F9458EAu);
    return ((whole * t27_window(a, b, e)) << 32) + whole * t27_window(b, c, e) + ((whole * t27_window(c, d, e)) >> 32);
}

/* x = quadrant pi/2 + r, r in double: by subtraction below 2^24, in turns above. */
static inline t27_angle t27_reduce_f32(float x) {
    const double shifted = (double)x * 0x1.45f306dc9c883p-1 + T27_ROUNDER;
    const double n = shifted - T27_ROUNDER;
    const double near = ((double)x - n * 0x1.921fb54000000p+0) - n * 0x1.10b4611a62633p-30;
    const uint32_t bits = t27_bits_f32(x);
    const uint32_t exponent = (bits >> 23) & 0xFFu;
    const uint32_t raised = exponent < 150u ? 150u : exponent;
    const uint32_t limited = raised > 254u ? 254u : raised;
    const uint64_t turn = t27_turn((bits & 0x7FFFFFu) | 0x800000u, limited - 150u);
    const uint64_t quarter = (turn + UINT64_C(0x2000000000000000)) >> 62;
    const uint64_t rest = turn - (quarter << 62);
    const double part = (double)(int32_t)(uint32_t)(rest >> 32) * 0x1p-32 + (double)(int32_t)(uint32_t)((rest & 0xFFFFFFFFu) >> 1) * 0x1p-63;
    const bool huge = exponent >= 151u;
    const bool negative = (bits >> 31) != 0;
    const double far = part * 6.28318530717958648;
    t27_angle angle;
    angle.r = huge ? (negative ? -far : far) : near;
    angle.c = 0.0;
    angle.quadrant = huge ? (negative ? 0u - quarter : quarter) : t27_bits_f64(shifted);
    return angle;
}
static inline double t27_sine_f32(double r) {
    const double z = r * r;
    double q = 2.72483647730366675e-6;
    q = q * z - 0.000198400746657374652;
    q = q * z + 0.00833333185231097282;
    q = q * z - 0.166666666637975429;
    return r + r * z * q;
}
static inline double t27_cosine_f32(double r) {
    const double z = r * r;
    double q = -2.72996563160228672e-7;
    q = q * z + 0.0000248005903037114161;
    q = q * z - 0.00138888876533229663;
    q = q * z + 0.0416666666642730129;
    return 1.0 - 0.5 * z + z * z * q;
}
static inline float t27_sin_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const float y = (float)t27_quadrant(a.quadrant, t27_sine_f32(a.r), t27_cosine_f32(a.r));
    const float size = __builtin_fabsf(x);
    return size < __builtin_inff() ? (size < 0x1p-12f ? x : y) : x - x;
}
static inline float t27_cos_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const float y = (float)t27_quadrant(a.quadrant + 1u, t27_sine_f32(a.r), t27_cosine_f32(a.r));
    return __builtin_fabsf(x) < __builtin_inff() ? y : x - x;
}
static inline float t27_tan_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const double sine = t27_sine_f32(a.r);
    const double cosine = t27_cosine_f32(a.r);
    const bool odd = (a.quadrant & 1u) != 0;
    const float y = (float)((odd ? -cosine : sine) / (odd ? sine : cosine));
    const float size = __builtin_fabsf(x);
    return size < __builtin_inff() ? (size < 0x1p-12f ? x : y) : x - x;
}

static inline float t27_erf_f32(float x) {
    const double a = (double)__builtin_fabsf(x);
    const double z = a < 1.0 ? a * a : 1.0;
    double p = -1.04691103321512084e-7;
    p = p * z + 1.53063731636410843e-6;
    p = p * z - 0.0000147950314006620446;
    p = p * z + 0.000120462612697797974;
    p = p * z - 0.000854793373651963316;
    p = p * z + 0.00522396719354389972;
    p = p * z - 0.0268661690505993239;
    p = p * z + 0.112837916585487128;
    p = p * z - 0.376126389028086136;
    p = p * z + 1.12837916709549382;
    const double u = (a > 4.0 ? 4.0 : a) - 2.5;
    double q = 3.83471414223868916e-8;
    q = q * u + 6.61463686082739473e-8;
    q = q * u - 1.82979275686340644e-6;
    q = q * u + 0.0000129745258129885885;
    q = q * u - 0.0000769696326374351114;
    q = q * u + 0.000420709648264572443;
    q = q * u - 0.00216550173869713719;
    q = q * u + 0.0108581638400724246;
    q = q * u + 0.943893736330037763;
    q = q * u + 5.35268074066996986;
    q = q * u + 7.80681527272726436;
    const double y = a < 1.0 ? a * p : 1.0 - t27_exp_f64(-q);
    return x != x ? x : __builtin_copysignf((float)y, x);
}

static inline float t27_atan2_f32(float y, float x) {
    return (float)t27_atan2_f64((double)y, (double)x);
}
static inline float t27_hypot_f32(float x, float y) {
    const double a = (double)x;
    const double b = (double)y;
    const bool infinite = t27_is_inf_f32(x) || t27_is_inf_f32(y);
    return infinite ? __builtin_inff() : (float)__builtin_sqrt(a * a + b * b);
}
static inline float t27_pow_f32(float x, float y) {
    return (float)__builtin_pow((double)x, (double)y);
}

#endif
