// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "FreeRTOS.h"
#include "list.h"
#include "nondet.h"

// A list is sorted by the values of its items, and items leave it.
int main(void) {
    List_t list;
    ListItem_t items[3];
    vListInitialise(&list);
    for (int i = 0; i < 3; i++) {
        vListInitialiseItem(&items[i]);
        listSET_LIST_ITEM_VALUE(&items[i], __VERIFIER_nondet_ushort());
        vListInsert(&list, &items[i]);
    }
    assert(listCURRENT_LIST_LENGTH(&list) == 3);
    ListItem_t *item = listGET_HEAD_ENTRY(&list);
    for (int i = 0; i < 2; i++) {
        assert(listGET_LIST_ITEM_VALUE(item) <= listGET_LIST_ITEM_VALUE(listGET_NEXT(item)));
        item = listGET_NEXT(item);
    }
    assert(listGET_NEXT(item) == listGET_END_MARKER(&list));
    assert(uxListRemove(&items[0]) == 2);
    assert(!listIS_CONTAINED_WITHIN(&list, &items[0]));
}
