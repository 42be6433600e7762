// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "lfs_util.h"
#include "nondet.h"

// The next power of two is not less than the number, half of it is; aligned numbers are multiples.
int main(void) {
    uint32_t a = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (a < 2 || a > 0x80000000 || n == 0 || n > 4096 || a > 0x80000000 - n)
        return 0;
    uint32_t power = lfs_npw2(a);
    assert(power >= 1 && power <= 31);
    assert((1u << power) >= a);
    assert((1u << (power - 1)) < a);
    assert(lfs_alignup(a, n) % n == 0);
    assert(lfs_alignup(a, n) - a < n);
}
