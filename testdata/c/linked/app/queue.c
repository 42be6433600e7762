#include "queue.h"
int count = 3, tentative, buffer[3] = {3, 4, 5};
int spare __attribute__((weak)) = 3;
static int helper(int x) { return x + 2; }
void set(struct item *n, int v) { n->value = v; count = helper(count); }
int get(struct item *n) { return n->value; }
int strong(void) { return 2; }
