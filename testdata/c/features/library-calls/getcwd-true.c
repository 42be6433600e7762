// getcwd stores in its argument alone
// expect: TRUE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char a = 1, b[8] = "abc", c = 2;
  getcwd(b, sizeof b);
  if (a != 1 || c != 2) reach_error();
  return 0;
}
