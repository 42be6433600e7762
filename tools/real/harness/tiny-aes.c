// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "aes.h"
#include "nondet.h"

// What is encrypted in counter mode is decrypted by the same key and counter.
int main(void) {
    struct AES_ctx ctx;
    uint8_t key[AES_KEYLEN] = {1, 2, 3}, iv[AES_BLOCKLEN] = {0}, text[4], copy[4];
    for (int i = 0; i < 4; i++)
        copy[i] = text[i] = __VERIFIER_nondet_uchar();
    AES_init_ctx_iv(&ctx, key, iv);
    AES_CTR_xcrypt_buffer(&ctx, text, sizeof text);
    AES_ctx_set_iv(&ctx, iv);
    AES_CTR_xcrypt_buffer(&ctx, text, sizeof text);
    for (int i = 0; i < 4; i++)
        assert(text[i] == copy[i]);
}
