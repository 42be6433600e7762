// functions of the system store any values in objects of their own types
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <sys/stat.h>
#include <stdlib.h>
int main(void) {
  struct stat *s = malloc(sizeof *s - 1);
  stat("file", s);
  return 0;
}
