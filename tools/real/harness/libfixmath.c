// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "fix16.h"
#include "nondet.h"

// A sum that saturates is the sum where that fits, and the end of the range where it does not. A sum that is just the least
// number is left out: fix16_sadd takes it for an overflow.
int main(void) {
    fix16_t a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int64_t sum = (int64_t)a + b;
    fix16_t expected = sum > fix16_maximum ? fix16_maximum : sum < fix16_minimum ? fix16_minimum : (fix16_t)sum;
    if (sum == fix16_minimum)
        return 0;
    assert(fix16_sadd(a, b) == expected);
}
