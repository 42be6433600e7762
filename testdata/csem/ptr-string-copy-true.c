// ptr string-copy: the assertions hold: true
#include <assert.h>
int main(void) {
  char d[10];
  const char *s = "copy";
  char *p = d;
  while ((*p++ = *s++) != 0)
    ;
  assert((long long)(d[3]) == 121);
  assert((long long)(d[4]) == 0);
  assert((long long)(p - d) == 5);
  return 0;
}
