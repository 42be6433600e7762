// reach_error is not an error if only overflow is checked
// expect: TRUE
// flags: --check overflow
// run: no, the errors are none of the program's own
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() > 3) reach_error();
  return 0;
}
