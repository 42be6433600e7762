// long and unsigned are compared as unsigned long where long has the same width
// expect: FALSE
// flags: --data-model ILP32
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  long l = i;
  unsigned u = 1;
  if (l > u) reach_error();
  return 0;
}
