// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "lz4.h"
#include "nondet.h"

enum { IN = 6, OUT = 4 };

// Whatever the input is, no more than the room for the output is filled, and what lies behind it stays.
int main(void) {
    char in[IN], out[OUT + 1];
    for (int i = 0; i < IN; i++)
        in[i] = __VERIFIER_nondet_char();
    out[OUT] = 42;
    int n = LZ4_decompress_safe(in, out, IN, OUT);
    assert(n <= OUT);
    assert(out[OUT] == 42);
}
