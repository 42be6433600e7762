// functions of the system store any values in objects of their own types
// expect: TRUE
// flags: --check memory,unreach-call
// run: no, the errors are none of the program's own
#include <sys/stat.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  struct stat *s = malloc(sizeof *s);
  int other = 3;
  if (stat("file", s) == 0 && s->st_size < 0) other = 4;
  free(s);
  if (other != 3 && other != 4) reach_error();
  return 0;
}
