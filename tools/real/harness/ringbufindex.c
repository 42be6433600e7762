// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "lib/ringbufindex.h"
#include "nondet.h"

// Indices lie in the buffer, and there are as many elements as were put and not taken.
int main(void) {
    struct ringbufindex ring;
    int inside = 0;
    ringbufindex_init(&ring, 16);
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            inside += ringbufindex_put(&ring);
        } else {
            int i = ringbufindex_get(&ring);
            assert(i >= -1 && i < 16);
            assert((i >= 0) == (inside > 0));
            inside -= i >= 0;
        }
        assert(ringbufindex_elements(&ring) == inside);
    }
}
