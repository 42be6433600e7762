// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "checksum.h"
#include "nondet.h"

// The checksum of a text, updated byte by byte, is that of the whole text.
int main(void) {
    unsigned char text[2];
    text[0] = __VERIFIER_nondet_uchar();
    text[1] = __VERIFIER_nondet_uchar();
    uint8_t crc = update_crc_8(update_crc_8(0, text[0]), text[1]);
    assert(crc_8(text, 2) == crc);
}
