// a call of a function without body is an error
// expect: TRUE
// flags: --missing-body error
// run: no, it is not defined
void step(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3 && x > 3) step();
  return 0;
}
