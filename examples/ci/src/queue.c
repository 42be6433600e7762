#include <assert.h>
#include "queue.h"

/* The items are count places from first on, around the end. */

int queue_put(struct queue *q, int item)
__CPROVER_requires(q->first < CAPACITY && q->count <= CAPACITY)
__CPROVER_ensures(q->first < CAPACITY && q->count <= CAPACITY)
{
  if (q->count == CAPACITY)
    return 0;
  unsigned at = (q->first + q->count) % CAPACITY;
  assert(at < CAPACITY);
  q->items[at] = item;
  q->count++;
  return 1;
}

int queue_take(struct queue *q, int *item)
__CPROVER_requires(q->first < CAPACITY && q->count <= CAPACITY)
__CPROVER_ensures(q->first < CAPACITY && q->count <= CAPACITY)
{
  if (q->count == 0)
    return 0;
  *item = q->items[q->first];
  q->first = (q->first + 1) % CAPACITY;
  q->count--;
  return 1;
}

int queue_last(const struct queue *q, int *item)
__CPROVER_requires(q->first < CAPACITY && q->count <= CAPACITY)
{
  if (q->count == 0)
    return 0;
  unsigned at = q->first + q->count - 1; /* should go around the end */
  assert(at < CAPACITY);
  *item = q->items[at];
  return 1;
}
