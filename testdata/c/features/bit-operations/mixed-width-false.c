// bit operations convert their operands first
// expect: FALSE
// inputs: -1 1095216660480
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void __VERIFIER_assume(int);

int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  __VERIFIER_assume(c == -1);
  unsigned long long u = __VERIFIER_nondet_ulonglong();
  __VERIFIER_assume(u == 0xFF00000000);
  if ((c & u) != u) reach_error();
  if ((c ^ 0u) == 4294967295u) reach_error();
  return 0;
}
