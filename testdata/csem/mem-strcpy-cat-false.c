// mem strcpy-cat: the assertions hold: false
#include <assert.h>
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
int main(void) {
  char s[10];
  strcpy(s, "ab");
  strcat(s, "cd");
  assert((long long)(s[0]) == 97);
  assert((long long)(s[3]) == 100);
  assert((long long)(s[4]) != 0);
  return 0;
}
