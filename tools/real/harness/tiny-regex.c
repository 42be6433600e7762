// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "re.h"

// A digit behind a letter matches where there is one.
int main(void) {
    char text[3];
    int length;
    text[0] = __VERIFIER_nondet_char();
    text[1] = __VERIFIER_nondet_char();
    text[2] = 0;
    int at = re_match("^a\\d", text, &length);
    int matches = text[0] == 'a' && text[1] >= '0' && text[1] <= '9';
    assert((at == 0) == matches);
    assert(!matches || length == 2);
}
