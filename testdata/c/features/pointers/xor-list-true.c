// a list whose links are the exclusive or of two addresses
// expect: TRUE
extern void reach_error(void);
#include <stdint.h>

struct node { uintptr_t value, link; };

int main(void) {
  struct node a = {1}, b = {2}, c = {3};
  a.link = (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b;
  struct node *p = &a;
  uintptr_t before = 0;
  uintptr_t sum = 0;
  for (int i = 0; i < 3 && p; i++) {
    sum += p->value;
    uintptr_t next = p->link ^ before;
    before = (uintptr_t)p;
    p = (struct node *)next;
  }
  if (sum != 6) reach_error();
  return 0;
}
