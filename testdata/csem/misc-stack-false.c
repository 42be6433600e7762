// misc stack: the assertions hold: false
#include <assert.h>
int s[8], top;
void push(int x) { s[top++] = x; }
int pop(void) { return s[--top]; }
int main(void) {
  push(3);
  push(4);
  push(pop() + pop());
  assert((long long)(pop()) == 7);
  assert((long long)(top) != 0);
  return 0;
}
