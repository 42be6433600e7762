// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "lwrb/lwrb.h"
#include "nondet.h"

// However bytes are written and read, one at a time, what is full and what is free make up the buffer, and full is what was written and not read.
int main(void) {
    static uint8_t data[16];
    lwrb_t buffer;
    lwrb_sz_t inside = 0;
    lwrb_init(&buffer, data, sizeof data);
    while (__VERIFIER_nondet_bool()) {
        uint8_t byte = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_bool())
            inside += lwrb_write(&buffer, &byte, 1);
        else
            inside -= lwrb_read(&buffer, &byte, 1);
        assert(lwrb_get_full(&buffer) == inside);
        assert(lwrb_get_full(&buffer) + lwrb_get_free(&buffer) == sizeof data - 1);
    }
}
