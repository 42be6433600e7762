// a struct from the address of its member
// expect: TRUE
extern void reach_error(void);

#include <stddef.h>
struct link { struct link *next; };
struct item { int key; struct link l; int val; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))

int main(void) {
  struct item a = {1, {0}, 10}, b = {2, {&a.l}, 20};
  struct link *l = &b.l;
  if (!(container_of(l, struct item, l)->key == 2)) reach_error();
  if (!(container_of(l->next, struct item, l)->val == 10)) reach_error();
  return 0;
}
