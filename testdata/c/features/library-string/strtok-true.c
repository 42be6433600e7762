// strtok takes a text apart
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char s[] = "a,b";
  char *first = strtok(s, ","), *second = strtok(0, ",");
  if (!(first == s && second == s + 2 && !strtok(0, ","))) reach_error();
  return 0;
}
