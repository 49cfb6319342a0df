/* Integers of 8 to 128 bits: checked, wrapping and saturating arithmetic, division, shifts, powers. Widths in between
   live in the next larger type and are fitted (t27_fit), wrapped (t27_wrap) or clamped (t27_clamp) after each operation. */
#ifndef T27_INT_H
#define T27_INT_H

#include "t27_core.h"

#define T27_OPERANDS(V, a, b) 2, V(a), V(b), V(b)
#define T27_FAIL_OVERFLOW(V, what, a, b) t27_fail_values(T27_OVERFLOW, at, what, T27_OPERANDS(V, a, b))
#define T27_SHOWN_I(v) t27_value_i((int64_t)(v))
#define T27_SHOWN_U(v) t27_value_u((uint64_t)(v))

/* What signed and unsigned types share. N: suffix, T: type, U: unsigned twin, W: type in which wrapping is computed. */
#define T27_DEFINE_COMMON(N, T, U, W, V)                                                                      \
    static inline T t27_add_##N(T a, T b, t27_site at) {                                                      \
        T r;                                                                                                  \
        const bool lost = __builtin_add_overflow(a, b, &r);                                                   \
        T27_CHECK(!lost, T27_FAIL_OVERFLOW(V, "integer overflow in +", a, b));                                \
        return r;                                                                                             \
    }                                                                                                         \
    static inline T t27_sub_##N(T a, T b, t27_site at) {                                                      \
        T r;                                                                                                  \
        const bool lost = __builtin_sub_overflow(a, b, &r);                                                   \
        T27_CHECK(!lost, T27_FAIL_OVERFLOW(V, "integer overflow in -", a, b));                                \
        return r;                                                                                             \
    }                                                                                                         \
    static inline T t27_mul_##N(T a, T b, t27_site at) {                                                      \
        T r;                                                                                                  \
        const bool lost = __builtin_mul_overflow(a, b, &r);                                                   \
        T27_CHECK(!lost, T27_FAIL_OVERFLOW(V, "integer overflow in *", a, b));                                \
        return r;                                                                                             \
    }                                                                                                         \
    static inline T t27_add_wrap_##N(T a, T b) { return (T)((W)a + (W)b); }                                   \
    static inline T t27_sub_wrap_##N(T a, T b) { return (T)((W)a - (W)b); }                                   \
    static inline T t27_mul_wrap_##N(T a, T b) { return (T)((W)a * (W)b); }                                   \
    static inline T t27_neg_wrap_##N(T a) { return (T)((W)0 - (W)a); }                                        \
    static inline T t27_not_##N(T a) { return (T)~(W)a; }                                                     \
    static inline T t27_shl_##N(T a, uint32_t n) { return (T)((W)(U)a << n); }                                \
    static inline T t27_shr_##N(T a, uint32_t n) { return (T)(a >> n); }                                      \
    static inline T t27_min_##N(T a, T b) { return b < a ? b : a; }                                           \
    static inline T t27_max_##N(T a, T b) { return b > a ? b : a; }                                           \
    static inline T t27_clamp_##N(T a, T low, T high) { return t27_max_##N(t27_min_##N(a, high), low); }      \
    static inline T t27_fit_##N(T a, T low, T high, t27_site at) {                                            \
        T27_CHECK(a >= low && a <= high,                                                                      \
                  t27_fail_values(T27_OVERFLOW, at, "integer overflow", 1, V(a), V(low), V(high)));           \
        return a;                                                                                             \
    }                                                                                                         \
    static inline T t27_div_exact_##N(T a, T b, t27_site at) {                                                \
        const T q = t27_div_##N(a, b, at);                                                                    \
        T27_CHECK((T)((W)q * (W)b) == a,                                                                      \
                  t27_fail_values(T27_INEXACT_DIVISION, at, "division leaves a remainder", T27_OPERANDS(V, a, b))); \
        return q;                                                                                             \
    }                                                                                                         \
    static inline T t27_pow_##N(T base, T exponent, t27_site at) {                                            \
        T result = 1;                                                                                         \
        T27_POSITIVE_##N(exponent);                                                                           \
        for (;;) {                                                                                            \
            if ((exponent & 1) != 0) {                                                                        \
                result = t27_mul_##N(result, base, at);                                                       \
            }                                                                                                 \
            exponent = (T)(exponent >> 1);                                                                    \
            if (exponent == 0) {                                                                              \
                return result;                                                                                \
            }                                                                                                 \
            base = t27_mul_##N(base, base, at);                                                               \
        }                                                                                                     \
    }

#define T27_DEFINE_UNSIGNED(N, T, W, MAX)                                                                     \
    static inline T t27_div_##N(T a, T b, t27_site at) {                                                      \
        T27_NONZERO(b, T27_SHOWN_U(a));                                                                       \
        return (T)(a / b);                                                                                    \
    }                                                                                                         \
    static inline T t27_rem_##N(T a, T b, t27_site at) {                                                      \
        T27_NONZERO(b, T27_SHOWN_U(a));                                                                       \
        return (T)(a % b);                                                                                    \
    }                                                                                                         \
    static inline T t27_div_floor_##N(T a, T b, t27_site at) { return t27_div_##N(a, b, at); }                \
    static inline T t27_mod_##N(T a, T b, t27_site at) { return t27_rem_##N(a, b, at); }                      \
    static inline T t27_abs_##N(T a) { return a; }                                                            \
    static inline T t27_wrap_##N(T a, uint32_t bits) { return (T)(a & (T)((T)MAX >> (sizeof(T) * 8 - bits))); } \
    T27_DEFINE_COMMON(N, T, T, W, T27_SHOWN_U)                                                                \
    static inline T t27_add_sat_##N(T a, T b) {                                                               \
        T r;                                                                                                  \
        return __builtin_add_overflow(a, b, &r) ? (T)MAX : r;                                                 \
    }                                                                                                         \
    static inline T t27_sub_sat_##N(T a, T b) { return a < b ? (T)0 : (T)(a - b); }                           \
    static inline T t27_mul_sat_##N(T a, T b) {                                                               \
        T r;                                                                                                  \
        return __builtin_mul_overflow(a, b, &r) ? (T)MAX : r;                                                 \
    }

#define T27_DEFINE_SIGNED(N, T, U, W, MIN, MAX)                                                               \
    static inline T t27_div_##N(T a, T b, t27_site at) {                                                      \
        T27_NONZERO(b, T27_SHOWN_I(a));                                                                       \
        if (b == -1) {                                                                                        \
            T27_CHECK(a != MIN, T27_FAIL_OVERFLOW(T27_SHOWN_I, "integer overflow in /", a, b));               \
            return (T)((W)0 - (W)a);                                                                          \
        }                                                                                                     \
        return (T)(a / b);                                                                                    \
    }                                                                                                         \
    static inline T t27_rem_##N(T a, T b, t27_site at) {                                                      \
        T27_NONZERO(b, T27_SHOWN_I(a));                                                                       \
        return (T)(b == -1 ? 0 : a % b);                                                                       \
    }                                                                                                         \
    static inline T t27_div_floor_##N(T a, T b, t27_site at) {                                                \
        const T q = t27_div_##N(a, b, at);                                                                    \
        const T r = t27_rem_##N(a, b, at);                                                                    \
        return (T)(q - (r != 0 && (r < 0) != (b < 0) ? 1 : 0));                                               \
    }                                                                                                         \
    static inline T t27_mod_##N(T a, T b, t27_site at) {                                                      \
        const T r = t27_rem_##N(a, b, at);                                                                    \
        return r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r;                                                 \
    }                                                                                                         \
    static inline U t27_abs_##N(T a) { return a < 0 ? (U)((W)0 - (W)a) : (U)a; }                              \
    static inline T t27_wrap_##N(T a, uint32_t bits) {                                                        \
        const uint32_t n = (uint32_t)sizeof(T) * 8u - bits;                                                   \
        return (T)((T)((W)a << n) >> n);                                                                      \
    }                                                                                                         \
    T27_DEFINE_COMMON(N, T, U, W, T27_SHOWN_I)                                                                \
    static inline T t27_neg_##N(T a, t27_site at) {                                                           \
        T27_CHECK(a != MIN, t27_fail_values(T27_OVERFLOW, at, "integer overflow in negation", 1, T27_SHOWN_I(a), \
                                            T27_SHOWN_I(a), T27_SHOWN_I(a)));                                 \
        return (T)((W)0 - (W)a);                                                                              \
    }                                                                                                         \
    static inline T t27_add_sat_##N(T a, T b) {                                                               \
        T r;                                                                                                  \
        return !__builtin_add_overflow(a, b, &r) ? r : b < 0 ? (T)MIN : (T)MAX;                               \
    }                                                                                                         \
    static inline T t27_sub_sat_##N(T a, T b) {                                                               \
        T r;                                                                                                  \
        return !__builtin_sub_overflow(a, b, &r) ? r : b < 0 ? (T)MAX : (T)MIN;                               \
    }                                                                                                         \
    static inline T t27_mul_sat_##N(T a, T b) {                                                               \
        T r;                                                                                                  \
        return !__builtin_mul_overflow(a, b, &r) ? r : (a < 0) != (b < 0) ? (T)MIN : (T)MAX;                  \
    }

#if defined(T27_RELEASE)
#define T27_NONZERO(b, shown)  \
    do {                       \
        (void)at;              \
        if ((b) == 0) return 0; \
    } while (0)
#define T27_POSITIVE_I(exponent) \
    do {                         \
        if ((exponent) < 0) return 0; \
    } while (0)
#else
#define T27_NONZERO(b, shown) \
    T27_CHECK((b) != 0, T27_FAIL1(T27_DIVISION_BY_ZERO, at, "division by zero", shown))
#define T27_POSITIVE_I(exponent) \
    T27_CHECK((exponent) >= 0, T27_FAIL1(T27_OVERFLOW, at, "negative exponent", T27_SHOWN_I(exponent)))
#endif
#define T27_POSITIVE_i8 T27_POSITIVE_I
#define T27_POSITIVE_i16 T27_POSITIVE_I
#define T27_POSITIVE_i32 T27_POSITIVE_I
#define T27_POSITIVE_i64 T27_POSITIVE_I
#define T27_POSITIVE_i128 T27_POSITIVE_I
#define T27_POSITIVE_U(exponent) (void)0
#define T27_POSITIVE_u8 T27_POSITIVE_U
#define T27_POSITIVE_u16 T27_POSITIVE_U
#define T27_POSITIVE_u32 T27_POSITIVE_U
#define T27_POSITIVE_u64 T27_POSITIVE_U
#define T27_POSITIVE_u128 T27_POSITIVE_U

T27_DEFINE_UNSIGNED(u8, uint8_t, uint32_t, UINT8_MAX)
T27_DEFINE_UNSIGNED(u16, uint16_t, uint32_t, UINT16_MAX)
T27_DEFINE_UNSIGNED(u32, uint32_t, uint32_t, UINT32_MAX)
T27_DEFINE_UNSIGNED(u64, uint64_t, uint64_t, UINT64_MAX)
T27_DEFINE_SIGNED(i8, int8_t, uint8_t, uint32_t, INT8_MIN, INT8_MAX)
T27_DEFINE_SIGNED(i16, int16_t, uint16_t, uint32_t, INT16_MIN, INT16_MAX)
T27_DEFINE_SIGNED(i32, int32_t, uint32_t, uint32_t, INT32_MIN, INT32_MAX)
T27_DEFINE_SIGNED(i64, int64_t, uint64_t, uint64_t, INT64_MIN, INT64_MAX)

#if defined(__SIZEOF_INT128__)
#define T27_U128_MAX (~(t27_u128)0)
#define T27_I128_MAX ((t27_i128)(T27_U128_MAX >> 1))
#define T27_I128_MIN (-T27_I128_MAX - 1)
#define T27_U128(high, low) (((t27_u128)UINT64_C(high) << 64) | (t27_u128)UINT64_C(low))
T27_DEFINE_UNSIGNED(u128, t27_u128, t27_u128, T27_U128_MAX)
T27_DEFINE_SIGNED(i128, t27_i128, t27_u128, t27_u128, T27_I128_MIN, T27_I128_MAX)
typedef t27_u128 t27_widest;
/* A function, since gcc warns of `x & (t27_u128)y` with a narrow signed y as if the cast were not there. */
static inline t27_u128 t27_u128_of(int64_t v) {
    return (t27_u128)v;
}
#else
typedef uint64_t t27_widest;
#endif

/* A shift amount: below the width, or the trap; a release build takes it modulo the width. */
static inline uint32_t t27_amount_u64(uint64_t n, uint32_t bits, t27_site at) {
    T27_CHECK(n < bits, T27_FAIL2(T27_SHIFT_RANGE, at, "shift amount out of range", t27_value_u(n), t27_value_u(bits)));
    return (uint32_t)(n % bits);
}
static inline uint32_t t27_amount_i64(int64_t n, uint32_t bits, t27_site at) {
    T27_CHECK(n >= 0 && n < bits,
              T27_FAIL2(T27_SHIFT_RANGE, at, "shift amount out of range", t27_value_i(n), t27_value_u(bits)));
    return (uint32_t)((uint64_t)n % bits);
}

/* Checked conversions: the value if it lies in the range of the target. */
#define T27_DEFINE_CAST(N, T, V)                                                                              \
    static inline T t27_cast_##N(T v, T low, T high, t27_site at) {                                           \
        T27_CHECK(v >= low && v <= high,                                                                      \
                  t27_fail_values(T27_CAST_RANGE, at, "integer does not fit the target of a cast", 1, V(v), V(low), V(high))); \
        (void)low;                                                                                            \
        (void)high;                                                                                           \
        return v;                                                                                             \
    }
T27_DEFINE_CAST(i64, int64_t, T27_SHOWN_I)
T27_DEFINE_CAST(u64, uint64_t, T27_SHOWN_U)

/* Comparisons by value of a signed with an unsigned integer: less than zero, zero or more. */
static inline int32_t t27_compare_iu(int64_t a, uint64_t b) {
    return a < 0 || (uint64_t)a < b ? -1 : (uint64_t)a > b ? 1 : 0;
}

/* Bits of an integer of `width` bits, whose pattern stands in the low bits of `v`. */
static inline uint32_t t27_pop_count(t27_widest v) {
    uint32_t count = (uint32_t)__builtin_popcountll((unsigned long long)v);
#if defined(__SIZEOF_INT128__)
    count += (uint32_t)__builtin_popcountll((unsigned long long)(v >> 64));
#endif
    return count;
}
static inline uint32_t t27_ctz(t27_widest v, uint32_t width) {
    return v == 0 ? width : t27_pop_count((v & (0 - v)) - 1);
}
static inline uint32_t t27_clz(t27_widest v, uint32_t width) {
    uint32_t used = 0;
#if defined(__SIZEOF_INT128__)
    if ((v >> 64) != 0) {
        return width - (128u - (uint32_t)__builtin_clzll((unsigned long long)(v >> 64)));
    }
#endif
    if (v != 0) {
        used = 64u - (uint32_t)__builtin_clzll((unsigned long long)v);
    }
    return width - used;
}
static inline t27_widest t27_reverse_bits(t27_widest v, uint32_t width) {
    t27_widest r = 0;
    for (uint32_t i = 0; i < width; i++) {
        r = (r << 1) | ((v >> i) & 1u);
    }
    return r;
}
static inline t27_widest t27_swap_bytes(t27_widest v, uint32_t width) {
    t27_widest r = 0;
    for (uint32_t i = 0; i < width; i += 8) {
        r = (r << 8) | ((v >> i) & 0xFFu);
    }
    return r;
}

#if defined(__SIZEOF_INT128__)
T27_DEFINE_CAST(i128, t27_i128, T27_SHOWN_I)
T27_DEFINE_CAST(u128, t27_u128, T27_SHOWN_U)
static inline uint32_t t27_amount_u128(t27_u128 n, uint32_t bits, t27_site at) {
    return t27_amount_u64(n > UINT64_MAX ? UINT64_MAX : (uint64_t)n, bits, at);
}
static inline uint32_t t27_amount_i128(t27_i128 n, uint32_t bits, t27_site at) {
    return t27_amount_i64(n < 0 ? -1 : n > INT64_MAX ? INT64_MAX : (int64_t)n, bits, at);
}
static inline int32_t t27_compare_iu128(t27_i128 a, t27_u128 b) {
    return a < 0 || (t27_u128)a < b ? -1 : (t27_u128)a > b ? 1 : 0;
}
#endif

#endif
