// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "tinf.h"

enum { IN = 7, OUT = 4 };

// A stored block is copied: its bytes are those of the output.
int main(void) {
    unsigned char in[IN] = {1, 2, 0, 0xfd, 0xff}, out[OUT];
    unsigned size = OUT;
    in[5] = __VERIFIER_nondet_uchar();
    in[6] = __VERIFIER_nondet_uchar();
    assert(tinf_uncompress(out, &size, in, IN) == TINF_OK);
    assert(size == 2);
    assert(out[0] == in[5] && out[1] == in[6]);
}
