// init strings-table: the assertions hold: false
#include <assert.h>
const char *names[] = {"zero", "one", "two"};
int main(void) {
  assert((long long)(names[1][0]) == 111);
  assert((long long)(names[2][2]) == 111);
  assert((long long)(sizeof names / sizeof *names) != 3);
  return 0;
}
