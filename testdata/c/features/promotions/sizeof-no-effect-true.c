// the operand of sizeof is not evaluated
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 3);
  int n = sizeof(i++) + sizeof(char);
  if (i != 3) reach_error();
  if (n != 5) reach_error();
  return 0;
}
