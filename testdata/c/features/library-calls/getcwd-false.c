// getcwd stores any path
// expect: FALSE
// run: no, the path is that of the place
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char b[8] = "abc";
  if (getcwd(b, sizeof b) && b[0] == '/') reach_error();
  return 0;
}
