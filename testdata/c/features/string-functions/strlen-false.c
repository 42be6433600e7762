// strlen counts up to the zero
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char s[10] = "hello";
  if (strlen(s) != 5) reach_error();
  s[2] = 0;
  if (strlen(s) != 2) reach_error();
  if (strlen("") != 0) reach_error();
  if (strlen("x") - 2 > 0) reach_error();
  return 0;
}
