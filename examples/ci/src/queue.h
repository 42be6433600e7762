#ifndef __CPROVER /* compilers know no contracts */
#define __CPROVER_requires(c)
#define __CPROVER_ensures(c)
#endif

#define CAPACITY 8

struct queue {
  int items[CAPACITY];
  unsigned first, count;
};

int queue_put(struct queue *q, int item);
int queue_take(struct queue *q, int *item);
int queue_last(const struct queue *q, int *item);
