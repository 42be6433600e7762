// a type of a given machine mode
// expect: FALSE
// inputs: 200
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

typedef int byte __attribute__((mode(QI)));
typedef unsigned wide __attribute__((mode(DI)));

int main(void) {
  if (sizeof(byte) != 1) reach_error();
  if (sizeof(wide) != 8) reach_error();
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 200);
  byte b = x;
  if (b == -56) reach_error();
  return 0;
}
