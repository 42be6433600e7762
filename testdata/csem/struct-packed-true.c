// struct packed: the assertions hold: true
#include <assert.h>
struct __attribute__((packed)) a { char c; int i; };
int main(void) {
  struct a a;
  a.c = 1;
  a.i = 2;
  assert((long long)(sizeof a) == 5);
  assert((long long)(a.i) == 2);
  return 0;
}
