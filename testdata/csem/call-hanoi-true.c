// call hanoi: the assertions hold: true
#include <assert.h>
int moves;
void h(int n) { if (n == 0) return; h(n - 1); moves++; h(n - 1); }
int main(void) {
  h(6);
  assert((long long)(moves) == 63);
  return 0;
}
