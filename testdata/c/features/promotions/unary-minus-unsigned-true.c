// minus an unsigned number is unsigned
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u == 1);
  if (-u != 4294967295u) reach_error();
  if (!(-u > 0)) reach_error();
  return 0;
}
