// a loop that counts an unsigned number down ends at zero
// expect: TRUE
// inputs: 4
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 5);
  unsigned i, k = 0;
  for (i = n; i-- > 0;) k++;
  if (i != 4294967295u) reach_error();
  if (k != n) reach_error();
  return 0;
}
