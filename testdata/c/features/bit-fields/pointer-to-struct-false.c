// bit-fields through a pointer
// expect: FALSE
// inputs: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { unsigned a : 1, b : 2; };
static void set(struct s *p, int x) { p->b = x; p->a ^= 1; }

int main(void) {
  struct s v = {1, 0};
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 6);
  set(&v, x);
  if (v.b != 2) reach_error();
  if (v.a == 0) reach_error();
  return 0;
}
