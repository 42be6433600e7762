// a counter that a bound stops does not overflow
// expect: TRUE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    if (s < 1000) s += i & 3;
  return s;
}
