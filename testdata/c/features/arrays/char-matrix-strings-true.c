// rows of a matrix as strings
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#include <string.h>

int main(void) {
  char m[3][5] = {"ab", {'c', 'd'}, "efgh"};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 2);
  if (strlen(m[i]) != 4) reach_error();
  strcpy(m[1], "xyz");
  if (!(strcmp(m[1], "xyz") == 0)) reach_error();
  if (!(m[0][1] == 'b' && m[2][0] == 'e')) reach_error();
  return 0;
}
