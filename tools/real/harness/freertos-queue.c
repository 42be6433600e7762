// SPDX-License-Identifier: Apache-2.0

#include <assert.h>

#include "FreeRTOS.h"
#include "nondet.h"
#include "queue.h"

// A queue of two has the items that were sent and not received, in their order.
int main(void) {
    static StaticQueue_t memory;
    static uint8_t storage[2];
    QueueHandle_t queue = xQueueCreateStatic(2, 1, storage, &memory);
    uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), item;
    assert(xQueueSend(queue, &a, 0) == pdPASS);
    assert(xQueueSend(queue, &b, 0) == pdPASS);
    assert(uxQueueMessagesWaiting(queue) == 2);
    assert(xQueueSend(queue, &a, 0) != pdPASS);
    assert(xQueueReceive(queue, &item, 0) == pdPASS && item == a);
    assert(xQueueReceive(queue, &item, 0) == pdPASS && item == b);
    assert(xQueueReceive(queue, &item, 0) != pdPASS);
}
