// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <string.h>

#include "nondet.h"
#include "picohttpparser.h"

enum { LENGTH = 5 };

// Decoding leaves no more than came in. What is left over is behind the last chunk, whose size and line end take three bytes.
int main(void) {
    struct phr_chunked_decoder decoder;
    char text[LENGTH];
    size_t size = LENGTH;
    memset(&decoder, 0, sizeof decoder);
    for (int i = 0; i < LENGTH; i++)
        text[i] = __VERIFIER_nondet_char();
    ssize_t rest = phr_decode_chunked(&decoder, text, &size);
    assert(size <= LENGTH);
    assert(rest >= -2);
    assert(rest < 0 || size + rest + 3 <= LENGTH);
}
