// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <stdlib.h>

#include "kvec.h"
#include "nondet.h"

// What is pushed last is popped first, whatever the vector has to grow by.
int main(void) {
    kvec_t(int) v;
    int last = 0;
    kv_init(v);
    for (int i = 0; i < 5; i++) {
        last = __VERIFIER_nondet_int();
        kv_push(int, v, last);
    }
    assert(kv_size(v) == 5 && kv_max(v) >= 5);
    assert(kv_pop(v) == last);
    assert(kv_size(v) == 4);
    kv_destroy(v);
}
