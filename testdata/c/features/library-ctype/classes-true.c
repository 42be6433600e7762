// isdigit, isalpha and the like
// expect: TRUE
// inputs: 98
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <ctype.h>

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 'b');
  if (!(isalpha(c) != 0)) reach_error();
  if (!(!isdigit(c))) reach_error();
  if (!(isalnum('7') && isspace('\t') && isupper('A') && islower('a'))) reach_error();
  if (!(isxdigit('F') && !isxdigit('g'))) reach_error();
  if (!(ispunct('!') && !ispunct('a'))) reach_error();
  return 0;
}
