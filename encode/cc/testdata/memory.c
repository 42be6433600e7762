#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct pair { int x; unsigned flag : 3; };
struct list { struct pair p; struct list *next; };

int (*choose[2])(int) = { abs };
static const char *names[] = { "a", "bc" };

int main(void) {
  struct list *l = malloc(sizeof *l), *m;
  int a[3] = { [1] = 5 }, *p = a + 1;
  l->p = (struct pair){ 1, 9 };
  l->next = l;
  m = l->next;
  m->p.flag += 7;
  *p++ = p[-1];
  memset(a, 0, sizeof a);
  assert(names[1][0] == 'b' && l->p.flag || !m);
  free(l);
  return choose[0] ? *p : p - a;
}
