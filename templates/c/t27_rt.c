/* The runtime behind t27_rt.h and t27_core.h: traps, the store of large locals, the stack limit. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "t27_core.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

typedef struct guard {
    jmp_buf place;
    t27_trap *trap;
    struct guard *outer;
    t27_block *large;
} guard;

static _Thread_local guard *innermost;
static _Thread_local t27_trap_handler current_handler;
static _Thread_local void *current_user;
static _Thread_local t27_block *large_blocks;
static _Thread_local uint64_t assertions;
static _Thread_local uintptr_t stack_limit;

enum { STACK_RESERVE = 192 * 1024, STACK_GUESS = 512 * 1024 };

static const char *const kind_names[] = {
    "no-trap",         "overflow",         "division-by-zero",  "inexact-division", "shift-range",    "cast-range",
    "float-to-int",    "index-bounds",     "slice-bounds",      "reversed-range",   "length-mismatch", "null-unwrap",
    "invalid-enum",    "inactive-field",   "undefined-pointer", "error-return",     "assert-failed",  "panic",
    "unreachable",     "bad-tolerance",    "call-depth",        "out-of-memory",    "timeout",        "placeholder",
    "not-analysed",
};

const char *t27_trap_kind_name(t27_trap_kind kind) {
    return kind_names[kind];
}

void t27_set_trap_handler(t27_trap_handler handler, void *user) {
    current_handler = handler;
    current_user = user;
}

static void print_trap(const t27_trap *trap) {
    fprintf(stderr, "%s:%d:%d: trap %s", trap->site.file, (int)trap->site.line, (int)trap->site.column,
            t27_trap_kind_name(trap->kind));
    if (trap->message[0] != '\0') {
        fprintf(stderr, ": %s", trap->message);
    }
    for (int32_t i = 0; i < trap->value_count; i++) {
        const t27_value value = trap->values[i];
        const char *separator = i == 0 ? " (" : ", ";
        switch (value.kind) {
        case T27_VALUE_INT:
            fprintf(stderr, "%s%lld", separator, (long long)value.as.i);
            break;
        case T27_VALUE_UINT:
            fprintf(stderr, "%s%llu", separator, (unsigned long long)value.as.u);
            break;
        case T27_VALUE_FLOAT:
            fprintf(stderr, "%s%.17g", separator, value.as.f);
            break;
        }
    }
    fputs(trap->value_count > 0 ? ")\n" : "\n", stderr);
}

_Noreturn void t27_raise(const t27_trap *trap) {
    if (current_handler != NULL) {
        current_handler(trap, current_user);
    }
    if (innermost != NULL) {
        *innermost->trap = *trap;
        longjmp(innermost->place, 1);
    }
    print_trap(trap);
    abort();
}

bool t27_guard(void (*body)(void *argument), void *argument, t27_trap *trap) {
    guard here;
    here.trap = trap;
    here.outer = innermost;
    here.large = large_blocks;
    innermost = &here;
    if (setjmp(here.place) == 0) {
        body(argument);
        innermost = here.outer;
        return true;
    }
    innermost = innermost->outer;
    t27_large_release(here.large);
    return false;
}

_Noreturn void t27_fail(t27_trap_kind kind, t27_site at, const char *message) {
    const t27_trap trap = {.kind = kind, .site = at, .message = message, .value_count = 0};
    t27_raise(&trap);
}

_Noreturn void t27_fail_values(t27_trap_kind kind, t27_site at, const char *message, int32_t count, t27_value a, t27_value b,
                               t27_value c) {
    const t27_trap trap = {.kind = kind, .site = at, .message = message, .value_count = count, .values = {a, b, c}};
    t27_raise(&trap);
}

uint64_t t27_assertions(void) {
    return assertions;
}

void t27_reset_assertions(void) {
    assertions = 0;
}

void t27_count_assertion(void) {
    assertions++;
}

t27_block *t27_large_mark(void) {
    return large_blocks;
}

void *t27_large_take(size_t size, t27_site at) {
    t27_block *block = malloc(sizeof(t27_block) + size);
    if (block == NULL) {
        t27_fail(T27_OUT_OF_MEMORY, at, "no memory for a large local variable");
    }
    block->next = large_blocks;
    large_blocks = block;
    return block + 1;
}

void t27_large_release(t27_block *mark) {
    while (large_blocks != mark) {
        t27_block *block = large_blocks;
        large_blocks = block->next;
        free(block);
    }
}

/* The lowest address a deep recursion may reach in this thread. */
static uintptr_t find_stack_limit(uintptr_t here) {
    uintptr_t low = here > STACK_GUESS ? here - STACK_GUESS : 0;
#if defined(__linux__)
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *start = NULL;
        size_t size = 0;
        if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
            low = (uintptr_t)start;
        }
        pthread_attr_destroy(&attributes);
    }
#elif defined(__APPLE__)
    low = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#endif
    return low + STACK_RESERVE;
}

void t27_check_stack(volatile char *escaped, t27_site at) {
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0); /* not the local: sanitizers may keep it elsewhere */
    (void)escaped;
    if (stack_limit == 0) {
        stack_limit = find_stack_limit(here);
    }
    if (here < stack_limit) {
        t27_fail(T27_CALL_DEPTH, at, "calls are nested too deeply");
    }
}
