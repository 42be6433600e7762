// a conversion may change the value
// expect: FALSE
// flags: --check lossy-conversion
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = n;
  return c;
}
