// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "zlib.h"

enum { LENGTH = 20 };

// The checksum of a text is that of its halves, and both sums are those of Adler's definition.
int main(void) {
    unsigned char text[LENGTH];
    unsigned long a = 1, b = 0;
    for (int i = 0; i < LENGTH; i++) {
        text[i] = __VERIFIER_nondet_uchar();
        a = (a + text[i]) % 65521;
        b = (b + a) % 65521;
    }
    assert(adler32(1, text, LENGTH) == (b << 16 | a));
}
