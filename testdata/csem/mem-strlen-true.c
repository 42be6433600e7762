// mem strlen: the assertions hold: true
#include <assert.h>
unsigned long strlen(const char *);
int main(void) {
  char s[10] = "four";
  assert((long long)(strlen(s)) == 4);
  s[2] = 0;
  assert((long long)(strlen(s)) == 2);
  return 0;
}
