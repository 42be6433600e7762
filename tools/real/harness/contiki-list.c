// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "lib/list.h"
#include "nondet.h"

struct item {
    struct item *next;
    int value;
};

LIST(list);

// An item is in the list once, however often it is added, and pushed items come out first.
int main(void) {
    struct item a, b, c;
    b.value = __VERIFIER_nondet_int();
    list_init(list);
    list_add(list, &a);
    list_add(list, &b);
    if (__VERIFIER_nondet_bool())
        list_add(list, &a);
    assert(list_length(list) == 2);
    list_push(list, &c);
    assert(list_length(list) == 3);
    list_remove(list, &a);
    assert(list_length(list) == 2);
    assert(list_contains(list, &b) && !list_contains(list, &a));
    assert(list_pop(list) == &c);
    assert(((struct item *)list_head(list))->value == b.value);
}
