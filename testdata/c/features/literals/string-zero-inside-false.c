// a string may hold a zero
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char s[] = "ab\0cd";
  if (sizeof s != 6) reach_error();
  if (strlen(s) != 2) reach_error();
  if (s[3] == 'c') reach_error();
  return 0;
}
