// bit-fields wider than int
// expect: TRUE
// flags: --data-model LP64
// inputs: 1099511627777
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned long a : 40; long b : 24; } s;
  long x = __VERIFIER_nondet_long();
  __VERIFIER_assume(x == 1099511627777);
  s.a = x;
  if (s.a != 1) reach_error();
  s.b = 0x800000;
  if (s.b != -0x800000) reach_error();
  if (sizeof s != 8) reach_error();
  return 0;
}
