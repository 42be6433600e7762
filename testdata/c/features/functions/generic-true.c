// _Generic chooses by type
// expect: TRUE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#define kind(x) _Generic((x), int: 1, unsigned: 2, char *: 3, default: 9)

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 0);
  if (kind(i) != 1) reach_error();
  if (kind(1u) != 2) reach_error();
  if (kind("") != 3) reach_error();
  if (kind(1.0) != 9) reach_error();
  return 0;
}
