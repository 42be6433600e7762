// a function without body changes nothing through a null pointer
// expect: FALSE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
void fill(int *p);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 1;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  fill(p);
  if (p && x != 1) reach_error();
  return 0;
}
