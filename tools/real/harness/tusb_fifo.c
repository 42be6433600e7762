// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "osal/osal.h"

// A FIFO that does not overwrite counts what was written and not read, and never more than its depth.
int main(void) {
    static uint8_t data[8];
    tu_fifo_t fifo;
    unsigned inside = 0;
    tu_fifo_config(&fifo, data, sizeof data, false);
    while (__VERIFIER_nondet_bool()) {
        uint8_t byte = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_bool())
            inside += tu_fifo_write(&fifo, &byte);
        else
            inside -= tu_fifo_read(&fifo, &byte);
        assert(inside <= sizeof data);
        assert(tu_fifo_count(&fifo) == inside);
    }
}
