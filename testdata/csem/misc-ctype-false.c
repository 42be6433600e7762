// misc ctype: the assertions hold: false
#include <assert.h>
int isdigit(int);
int isupper(int);
int tolower(int);
int main(void) {
  assert((long long)(isdigit('5') != 0) == 1);
  assert((long long)(isdigit('a') != 0) == 0);
  assert((long long)(isupper('Q') != 0) == 1);
  assert((long long)(tolower('Q')) != 113);
  return 0;
}
