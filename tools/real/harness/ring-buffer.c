// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "ringbuffer.h"

// A full ring overwrites its oldest byte: the newest ones are there, in their order.
int main(void) {
    char data[4];
    ring_buffer_t ring;
    ring_buffer_init(&ring, data, sizeof data);
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    while (__VERIFIER_nondet_bool())
        ring_buffer_queue(&ring, __VERIFIER_nondet_char());
    ring_buffer_queue(&ring, a);
    ring_buffer_queue(&ring, b);
    ring_buffer_size_t n = ring_buffer_num_items(&ring);
    assert(n >= 2 && n <= 3);
    char c;
    assert(ring_buffer_peek(&ring, &c, n - 2) && c == (char)a);
    assert(ring_buffer_peek(&ring, &c, n - 1) && c == (char)b);
    assert(!ring_buffer_peek(&ring, &c, n));
}
