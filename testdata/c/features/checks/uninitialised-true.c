// a variable is assigned in the first pass of a loop
// expect: TRUE
// flags: --check uninitialised
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s;
  for (int i = 0; i < n; i++) {
    if (i == 0) s = 0;
    s = s < 10 ? s + 1 : s;
  }
  return n > 0 ? s : 0;
}
