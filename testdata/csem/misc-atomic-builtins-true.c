// misc atomic-builtins: the assertions hold: true
#include <assert.h>
int x = 5;
int main(void) {
  int a = __sync_fetch_and_add(&x, 3);
  int b = __sync_add_and_fetch(&x, 1);
  int c = __sync_bool_compare_and_swap(&x, 9, 1);
  int d = __sync_val_compare_and_swap(&x, 7, 2);
  int e = __atomic_exchange_n(&x, 4, 5);
  assert((long long)(a) == 5);
  assert((long long)(b) == 9);
  assert((long long)(c) == 1);
  assert((long long)(d) == 1);
  assert((long long)(e) == 1);
  assert((long long)(x) == 4);
  return 0;
}
