// a type that may alias others
// expect: FALSE
// flags: --data-model LP64
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

typedef unsigned __attribute__((may_alias)) word;

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -1);
  int y = x;
  if (*(word *)&y == 4294967295u) reach_error();
  return 0;
}
