// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <stdlib.h>

#include "nondet.h"
#include "utlist.h"

struct item {
    int value;
    struct item *prev, *next;
};

static int compare(struct item *a, struct item *b) { return a->value < b->value ? -1 : a->value > b->value; }

// Items that are inserted in order are sorted, and the list's ends are right.
int main(void) {
    struct item items[3], *head = NULL, *i;
    int n = 0;
    for (int k = 0; k < 3; k++) {
        items[k].value = __VERIFIER_nondet_int();
        DL_INSERT_INORDER(head, &items[k], compare);
    }
    DL_FOREACH(head, i) {
        n++;
        assert(i->next == NULL || i->value <= i->next->value);
    }
    assert(n == 3);
    assert(head->prev->next == NULL);
}
