// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "utf8.h"

// A code point is read as it was written, in as many bytes as its size says.
int main(void) {
    utf8_int8_t text[8];
    utf8_int32_t point = __VERIFIER_nondet_int(), back;
    if (point < 0 || point > 0x10ffff)
        return 0;
    utf8_int8_t *end = utf8catcodepoint(text, point, sizeof text);
    assert(end != NULL);
    assert((unsigned long)(end - text) == utf8codepointsize(point));
    assert(utf8codepoint(text, &back) == end);
    assert(back == point);
}
