// && and & differ
// expect: FALSE
// inputs: 2 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 2);
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 1);
  if (!((a && b) == 1)) reach_error();
  if ((a & b) != 0) reach_error();
  if (!((!a | !b) == 0)) reach_error();
  if (!!a == 1) reach_error();
  return 0;
}
