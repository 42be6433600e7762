// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <stddef.h>

#include "nondet.h"
#include "sha256.h"

// However many bytes come in, what waits to be hashed is less than a block, and what was hashed is whole blocks.
int main(void) {
    SHA256_CTX ctx;
    sha256_init(&ctx);
    while (__VERIFIER_nondet_bool()) {
        BYTE byte = __VERIFIER_nondet_uchar();
        sha256_update(&ctx, &byte, 1);
        assert(ctx.datalen < sizeof ctx.data);
        assert(ctx.bitlen % 512 == 0);
    }
}
