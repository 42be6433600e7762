// getchar is a byte or EOF
// expect: FALSE
// run: no, it reads input
extern void reach_error(void);

#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF) reach_error();
  return 0;
}
