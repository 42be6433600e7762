// goto over statements
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 2);
  int n = 0;
  if (x > 1) goto out;
  n = 5;
  out: n++;
  if (n != 1) reach_error();
  return 0;
}
