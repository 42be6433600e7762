// a negative number in an unsigned bit-field
// expect: TRUE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct { unsigned a : 5; unsigned long long b : 33; } s;
  int m = __VERIFIER_nondet_int();
  __VERIFIER_assume(m == -1);
  s.a = m;
  s.b = m;
  if (s.a != 31) reach_error();
  if (s.b != 8589934591ULL) reach_error();
  s.b += 1;
  if (s.b != 0) reach_error();
  return 0;
}
