// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "py/ringbuf.h"

// A number of two bytes is taken out as it was put in, wherever in the ring it lies, and takes two places.
int main(void) {
    static uint8_t data[8];
    ringbuf_t ring = {data, sizeof data, 0, 0};
    while (__VERIFIER_nondet_bool()) {
        ringbuf_put(&ring, __VERIFIER_nondet_uchar());
        if (__VERIFIER_nondet_bool())
            ringbuf_get(&ring);
    }
    while (ringbuf_get(&ring) >= 0)
        ;
    uint16_t value = __VERIFIER_nondet_ushort();
    assert(ringbuf_put16(&ring, value) == 0);
    assert(ringbuf_avail(&ring) == 2);
    assert(ringbuf_get16(&ring) == value);
    assert(ringbuf_avail(&ring) == 0);
}
