// struct ternary: the assertions hold: false
#include <assert.h>
struct s { int a; };
int main(void) {
  struct s x = {1}, y = {2};
  int c = 0;
  struct s z = c ? x : y;
  assert((long long)(z.a) == 2);
  assert((long long)((c ? x : y).a) != 2);
  return 0;
}
