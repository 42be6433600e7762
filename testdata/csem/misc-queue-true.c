// misc queue: the assertions hold: true
#include <assert.h>
struct q { int v[4]; unsigned h, n; };
void put(struct q *q, int x) { q->v[(q->h + q->n++) % 4] = x; }
int get(struct q *q) { int x = q->v[q->h]; q->h = (q->h + 1) % 4; q->n--; return x; }
int main(void) {
  struct q q = {{0}, 2, 0};
  put(&q, 1);
  put(&q, 2);
  put(&q, 3);
  int a = get(&q);
  put(&q, 4);
  assert((long long)(a) == 1);
  assert((long long)(get(&q)) == 2);
  assert((long long)(q.n) == 2);
  return 0;
}
