// _Generic with an association for a const type, which no value has, before the right one
// expect: refused, this _Generic
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (_Generic(x, const int: 1, int: 2) == 2) reach_error();
  return 0;
}
