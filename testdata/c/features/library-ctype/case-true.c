// toupper and tolower
// expect: TRUE
// inputs: 98
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <ctype.h>

int main(void) {
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 'b');
  if (toupper(c) != 'B') reach_error();
  if (!(tolower('Z') == 'z')) reach_error();
  if (!(toupper('1') == '1')) reach_error();
  return 0;
}
