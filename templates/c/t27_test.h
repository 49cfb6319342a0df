/* Runs the tests of a spec from a program in C: one line per test, then the totals. */
#ifndef T27_TEST_H
#define T27_TEST_H

#include "t27_core.h"

#include <stdio.h>

typedef struct t27_test {
    const char *name;
    void (*run)(void *argument); /* NULL: skipped, and `skip` says why */
    const char *skip;
} t27_test;

static void t27_print_value(t27_value value) {
    if (value.kind == T27_VALUE_INT) {
        printf(" %lld", (long long)value.as.i);
    } else if (value.kind == T27_VALUE_UINT) {
        printf(" %llu", (unsigned long long)value.as.u);
    } else {
        printf(" %.17g", value.as.f);
    }
}

/* Runs every test on fresh module state. Returns how many failed. */
static int t27_run_tests(const t27_test *tests, int count, void (*reset)(void)) {
    int failed = 0;
    int skipped = 0;
    for (int i = 0; i < count; i++) {
        t27_trap trap;
        if (tests[i].run == NULL) {
            printf("SKIP %s: %s\n", tests[i].name, tests[i].skip);
            skipped++;
            continue;
        }
        reset();
        t27_reset_assertions();
        if (t27_guard(tests[i].run, NULL, &trap)) {
            printf(t27_assertions() == 0 ? "PASS %s (vacuous)\n" : "PASS %s\n", tests[i].name);
            continue;
        }
        failed++;
        printf("FAIL %s: %s:%d:%d: %s: %s", tests[i].name, trap.site.file, (int)trap.site.line, (int)trap.site.column,
               t27_trap_kind_name(trap.kind), trap.message);
        for (int32_t k = 0; k < trap.value_count; k++) {
            t27_print_value(trap.values[k]);
        }
        putchar('\n');
    }
    printf("%d passed, %d failed, %d skipped\n", count - failed - skipped, failed, skipped);
    return failed;
}

#endif
