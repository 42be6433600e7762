// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "base64.h"
#include "nondet.h"

enum { LENGTH = 4 };

// Decoding what was encoded gives it back.
int main(void) {
    unsigned char in[LENGTH], back[LENGTH + 2];
    char text[BASE64_ENCODE_OUT_SIZE(LENGTH)];
    for (int i = 0; i < LENGTH; i++)
        in[i] = __VERIFIER_nondet_uchar();
    unsigned n = base64_encode(in, LENGTH, text);
    assert(n == 8 && text[n] == 0);
    assert(base64_decode(text, n, back) == LENGTH);
    for (int i = 0; i < LENGTH; i++)
        assert(back[i] == in[i]);
}
