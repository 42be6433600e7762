// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "nondet.h"
#include "queue.h"

// A queue has two ends: what is pushed at one comes out at the other.
int main(void) {
    int a = __VERIFIER_nondet_int(), b, c;
    Queue *queue = queue_new();
    queue_push_head(queue, &a);
    queue_push_head(queue, &b);
    if (__VERIFIER_nondet_bool()) {
        queue_push_tail(queue, &c);
        assert(queue_pop_tail(queue) == &c);
    }
    assert(queue_peek_head(queue) == &b);
    assert(*(int *)queue_pop_tail(queue) == a);
    assert(queue_pop_tail(queue) == &b);
    assert(queue_is_empty(queue));
    queue_free(queue);
}
