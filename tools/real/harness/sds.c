// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <string.h>

#include "nondet.h"
#include "sds.h"

// Lengths of strings add up, and the text of both is there.
int main(void) {
    char a[3], b[2];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 2; i++)
        b[i] = __VERIFIER_nondet_char();
    sds s = sdsnewlen(a, sizeof a);
    assert(sdslen(s) == 3);
    s = sdscatlen(s, b, sizeof b);
    assert(sdslen(s) == 5);
    assert(s[0] == a[0] && s[2] == a[2] && s[3] == b[0] && s[4] == b[1] && s[5] == 0);
    sdsfree(s);
}
