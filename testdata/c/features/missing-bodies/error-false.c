// a call of a function without body is an error
// expect: FALSE
// flags: --missing-body error
// run: no, it is not defined
void step(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 3) step();
  return 0;
}
