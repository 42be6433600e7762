// int and unsigned are compared as unsigned
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  if (!(i > 0u)) reach_error();
  if ((i < 0u) == 0) reach_error();
  return 0;
}
