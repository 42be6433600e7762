// strcmp orders by unsigned characters
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  if (!(strcmp("abc", "abc") == 0)) reach_error();
  if (!(strcmp("abc", "abd") < 0)) reach_error();
  if (!(strcmp("b", "abc") > 0)) reach_error();
  if (!(strcmp("\xff", "a") > 0)) reach_error();
  if (strcmp("ab", "abc") < 0) reach_error();
  return 0;
}
