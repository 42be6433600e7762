// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "cJSON.h"
#include "nondet.h"

// An array has the items that were added to it, and gives them back in their order.
int main(void) {
    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    cJSON *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, cJSON_CreateNumber(a));
    cJSON_AddItemToArray(array, cJSON_CreateNumber(b));
    assert(cJSON_GetArraySize(array) == 2);
    assert(cJSON_GetArrayItem(array, 0)->valueint == a);
    cJSON_DeleteItemFromArray(array, 0);
    assert(cJSON_GetArraySize(array) == 1);
    assert(cJSON_GetArrayItem(array, 0)->valueint == b);
    cJSON_Delete(array);
}
