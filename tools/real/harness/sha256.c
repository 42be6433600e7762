// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <stddef.h>

#include "nondet.h"
#include "sha256.h"

// What waits to be hashed fits its buffer, and with what was hashed it is all that came in.
int main(void) {
    SHA256_CTX ctx;
    unsigned long long total = 0;
    sha256_init(&ctx);
    for (int i = 0; i < 70; i++) {
        BYTE byte = __VERIFIER_nondet_uchar();
        sha256_update(&ctx, &byte, 1);
        total++;
        assert(ctx.datalen < sizeof ctx.data);
        assert(ctx.bitlen + 8 * ctx.datalen == 8 * total);
    }
}
