// memmove copies overlapping blocks
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char s[8] = "abcdef";
  memmove(s + 2, s, 4);
  if (!(s[2] == 'a' && s[5] == 'd')) reach_error();
  memmove(s, s + 1, 3);
  if (s[0] != 'b') reach_error();
  if (s[1] == 'a') reach_error();
  return 0;
}
