// switch over an enumeration
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum op { ADD, SUB, NEG };
static int eval(enum op o, int a, int b) {
  switch (o) {
  case ADD: return a + b;
  case SUB: return a - b;
  case NEG: return -a;
  }
  return 99;
}

int main(void) {
  int o = __VERIFIER_nondet_int();
  __VERIFIER_assume(o == 1);
  if (!(eval(o, 5, 7) == -2)) reach_error();
  if (!(eval(NEG, 5, 7) == -5)) reach_error();
  if (eval(3, 1, 1) == 99) reach_error();
  return 0;
}
