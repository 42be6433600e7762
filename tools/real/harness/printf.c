// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "printf.h"

void _putchar(char c) {}

// The number is printed with its digits, and never behind the end of the buffer.
int main(void) {
    char text[4] = "***";
    unsigned char n = __VERIFIER_nondet_uchar();
    int length = snprintf(text, 3, "%u", n);
    assert(length == (n < 10 ? 1 : n < 100 ? 2 : 3));
    assert(text[3] == 0);
    assert(text[length < 2 ? length : 2] == 0);
    if (n < 10)
        assert(text[0] == '0' + n);
}
