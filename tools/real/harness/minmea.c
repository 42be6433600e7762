// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "minmea.h"
#include "nondet.h"

// A checksum is the exclusive or of what stands between $ and *.
int main(void) {
    char text[6] = "$???*";
    for (int i = 1; i < 4; i++) {
        text[i] = __VERIFIER_nondet_char();
        if (text[i] == 0 || text[i] == '*')
            return 0;
    }
    assert(minmea_checksum(text) == (uint8_t)(text[1] ^ text[2] ^ text[3]));
}
