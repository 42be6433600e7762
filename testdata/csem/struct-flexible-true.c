// struct flexible: the assertions hold: true
#include <assert.h>
struct s { int n; int v[]; };
int main(void) {
  assert((long long)(sizeof(struct s)) == 4);
  return 0;
}
