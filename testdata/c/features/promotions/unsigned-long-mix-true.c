// int and unsigned long are compared as unsigned long
// expect: TRUE
// flags: --data-model LP64
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  unsigned long u = 1;
  if (!(i > u)) reach_error();
  return 0;
}
