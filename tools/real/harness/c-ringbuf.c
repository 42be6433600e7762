// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "ringbuf.h"

// What is free and what is used make up the capacity, and bytes come out as they went in.
int main(void) {
    ringbuf_t ring = ringbuf_new(4);
    unsigned char in[3], out[3];
    if (__VERIFIER_nondet_bool()) {
        ringbuf_memcpy_into(ring, "xyz", 3);
        ringbuf_memcpy_from(out, ring, 3);
    }
    for (int i = 0; i < 3; i++)
        in[i] = __VERIFIER_nondet_uchar();
    ringbuf_memcpy_into(ring, in, 3);
    assert(ringbuf_bytes_used(ring) == 3);
    assert(ringbuf_bytes_free(ring) + 3 == ringbuf_capacity(ring));
    ringbuf_memcpy_from(out, ring, 3);
    assert(ringbuf_is_empty(ring));
    for (int i = 0; i < 3; i++)
        assert(out[i] == in[i]);
    ringbuf_free(&ring);
}
