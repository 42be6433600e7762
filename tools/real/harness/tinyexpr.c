// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "tinyexpr.h"

// A sum of two digits has the value of the sum.
int main(void) {
    char text[] = "0+0";
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a > 9 || b > 9)
        return 0;
    text[0] += a;
    text[2] += b;
    int error;
    double value = te_interp(text, &error);
    assert(error == 0);
    assert(value == a + b);
}
