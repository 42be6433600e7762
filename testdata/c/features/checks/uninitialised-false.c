// a variable may be read before it is assigned
// expect: FALSE
// flags: --check uninitialised
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x;
  if (n > 5) x = 1;
  return n > 3 ? x : 0;
}
