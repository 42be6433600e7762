// a remainder by an unknown size stays below it
// expect: TRUE
// inputs: 3 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (size == 0) return 0;
  if (size <= (i + 1) % size) reach_error();
  return 0;
}
