// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <stdlib.h>

#include "nondet.h"
#include "uthash.h"

struct entry {
    int key, value;
    UT_hash_handle hh;
};

// Entries are found by their keys, and none by another one.
int main(void) {
    struct entry *table = NULL, *found, a, b;
    a.key = __VERIFIER_nondet_int();
    b.key = __VERIFIER_nondet_int();
    int other = __VERIFIER_nondet_int();
    if (a.key == b.key || other == a.key || other == b.key)
        return 0;
    HASH_ADD_INT(table, key, &a);
    HASH_ADD_INT(table, key, &b);
    HASH_FIND_INT(table, &a.key, found);
    assert(found == &a);
    HASH_FIND_INT(table, &other, found);
    assert(found == NULL);
    assert(HASH_COUNT(table) == 2);
}
