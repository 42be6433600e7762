// printf changes nothing
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <stdio.h>

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  printf("%d %s\n", x, "text");
  puts("line");
  putchar('c');
  if (x == 3) reach_error();
  return 0;
}
