/* What generated sources use besides the arithmetic: trap helpers, bounds, copies, large locals. Not for users' code. */
#ifndef T27_CORE_H
#define T27_CORE_H

#include "t27_rt.h"

#include <float.h>
#include <string.h>

#if !defined(__GNUC__)
#error "the generated sources need gcc or clang"
#endif
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "floats must not be computed wider than they are: on x86 build with -msse2 -mfpmath=sse"
#endif
#if defined(__FAST_MATH__)
#error "-ffast-math changes the results of the spec"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
/* Specs may compare what is always equal or always different, as tests of limits do, and assign what is already there. */
#pragma GCC diagnostic ignored "-Wtautological-compare"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wself-assign"
#endif
#if defined(__clang__) || __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#endif

/* Small functions, which loops call for every element. */
#if defined(__clang__) /* which warns of inline functions that use static ones; gcc warns without the word */
#define T27_INLINE __attribute__((always_inline))
#else
#define T27_INLINE inline __attribute__((always_inline))
#endif
#define T27_UNLIKELY(condition) __builtin_expect((condition) ? 1 : 0, 0)
/* A place in the spec that T27_SPEC names. */
#define T27_AT(line, column) ((t27_site){T27_SPEC, line, column})

/* A checked build traps; with T27_RELEASE checks vanish and integers wrap. Assertions and panics stay. */
#if defined(T27_RELEASE)
#define T27_CHECK(ok, failure) ((void)sizeof((ok) ? 1 : 0), (void)at)
#else
#define T27_CHECK(ok, failure)    \
    do {                          \
        if (T27_UNLIKELY(!(ok))) { \
            failure;              \
        }                         \
    } while (0)
#endif

/* At the start of a function that may call itself: traps before the stack is full. The address of the local also keeps
   compilers from turning endless calls into an endless loop. */
#define T27_CHECK_STACK(at) \
    volatile char t27_here; \
    t27_check_stack(&t27_here, at)

/* A block of memory for locals that are too large for the stack; freed when their function or its guard is left. */
typedef struct t27_block {
    struct t27_block *next;
    max_align_t align[];
} t27_block;

_Noreturn void t27_raise(const t27_trap *trap);
_Noreturn void t27_fail(t27_trap_kind kind, t27_site at, const char *message) __attribute__((cold));
_Noreturn void t27_fail_values(t27_trap_kind kind, t27_site at, const char *message, int32_t count, t27_value a, t27_value b,
                               t27_value c) __attribute__((cold));
void t27_count_assertion(void);
t27_block *t27_large_mark(void);
void *t27_large_take(size_t size, t27_site at);
void t27_large_release(t27_block *mark);
void t27_check_stack(volatile char *escaped, t27_site at);

static inline t27_value t27_value_i(int64_t v) {
    t27_value value = {.kind = T27_VALUE_INT, .as = {.i = v}};
    return value;
}
static inline t27_value t27_value_u(uint64_t v) {
    t27_value value = {.kind = T27_VALUE_UINT, .as = {.u = v}};
    return value;
}
static inline t27_value t27_value_f(double v) {
    t27_value value = {.kind = T27_VALUE_FLOAT, .as = {.f = v}};
    return value;
}
#define T27_FAIL1(kind, at, message, a) t27_fail_values(kind, at, message, 1, a, a, a)
#define T27_FAIL2(kind, at, message, a, b) t27_fail_values(kind, at, message, 2, a, b, b)
#define T27_FAIL3(kind, at, message, a, b, c) t27_fail_values(kind, at, message, 3, a, b, c)

/* Undefined memory is 0xAA bytes; an undefined view has this address and length 0. */
#define T27_UNDEFINED_ADDRESS ((uintptr_t)UINT64_C(0xAAAAAAAAAAAAAAAA))

static inline bool t27_is_undefined(const void *pointer) {
    return (uintptr_t)pointer == T27_UNDEFINED_ADDRESS;
}

_Noreturn static inline void t27_fail_index(uint64_t index, uint64_t length, t27_site at) {
    T27_FAIL2(T27_INDEX_BOUNDS, at, "index out of bounds", t27_value_u(index), t27_value_u(length));
}

static inline uint64_t t27_index(uint64_t index, uint64_t length, t27_site at) {
    T27_CHECK(index < length, t27_fail_index(index, length, at));
    return index;
}

_Noreturn static inline void t27_fail_view(const void *pointer, uint64_t index, uint64_t length, t27_site at) {
    if (t27_is_undefined(pointer)) {
        t27_fail(T27_UNDEFINED_POINTER, at, "use of an undefined slice");
    }
    t27_fail_index(index, length, at);
}

/* The index into a slice: like t27_index, and an undefined slice has its own trap. */
static inline uint64_t t27_index_of(const void *pointer, uint64_t index, uint64_t length, t27_site at) {
    T27_CHECK(index < length, t27_fail_view(pointer, index, length, at));
    (void)pointer;
    return index;
}

/* Checks a pointer, or the start of a slice, before it is used. */
static inline void t27_check_pointer(const void *pointer, t27_site at) {
    T27_CHECK(!t27_is_undefined(pointer), t27_fail(T27_UNDEFINED_POINTER, at, "use of an undefined pointer or slice"));
    (void)pointer;
}

static inline void t27_check_slice(uint64_t low, uint64_t high, uint64_t length, t27_site at) {
    T27_CHECK(low <= high && high <= length,
              T27_FAIL3(T27_SLICE_BOUNDS, at, "slice out of bounds", t27_value_u(low), t27_value_u(high), t27_value_u(length)));
    (void)low;
    (void)high;
    (void)length;
}

static inline void t27_check_range(uint64_t low, uint64_t high, t27_site at) {
    T27_CHECK(low <= high, T27_FAIL2(T27_REVERSED_RANGE, at, "the end of a range is below its start", t27_value_u(low),
                                     t27_value_u(high)));
    (void)low;
    (void)high;
}

static inline void t27_check_lengths(uint64_t a, uint64_t b, t27_site at) {
    T27_CHECK(a == b, T27_FAIL2(T27_LENGTH_MISMATCH, at, "lengths differ", t27_value_u(a), t27_value_u(b)));
    (void)a;
    (void)b;
}

static inline bool t27_error_eq(t27_error a, t27_error b) {
    if (a == b || a == NULL || b == NULL) {
        return a == b;
    }
    return !t27_is_undefined(a) && !t27_is_undefined(b) && strcmp(a, b) == 0;
}

/* memcpy, memmove and memcmp that accept the null address of an empty view. */
static inline void t27_move(void *to, const void *from, uint64_t size) {
    if (size != 0) {
        memmove(to, from, (size_t)size);
    }
}
static inline bool t27_same_bytes(const void *a, const void *b, uint64_t size) {
    return size == 0 || memcmp(a, b, (size_t)size) == 0;
}

#endif
