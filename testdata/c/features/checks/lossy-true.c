// a conversion after a test keeps the value
// expect: TRUE
// flags: --check conversion
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = n >= 0 && n < 256 ? n : 0;
  return c;
}
