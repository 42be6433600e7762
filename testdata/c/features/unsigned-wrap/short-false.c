// unsigned short wraps where it is stored, not where it is computed
// expect: FALSE
// inputs: 65535
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned short s = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(s == 65535);
  if (s + 1 != 65536) reach_error();
  s = s + 1;
  if (s == 0) reach_error();
  return 0;
}
