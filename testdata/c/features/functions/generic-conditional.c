// _Generic of a conditional expression with pointers
// expect: refused, this _Generic
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (_Generic(x ? (void *)0 : &x, int *: 1, void *: 2) == 1) reach_error();
  return 0;
}
