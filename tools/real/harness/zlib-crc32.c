// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "zlib.h"

// The checksum of a byte is that of the polynomial, bit by bit.
int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    unsigned long crc = 0xffffffff ^ byte;
    for (int i = 0; i < 8; i++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    assert(crc32(0, &byte, 1) == (crc ^ 0xffffffff));
}
