// a compound literal of a struct as an argument and in an assignment
// expect: FALSE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct p { int x, y; };
static int f(struct p a) { return a.x * 10 + a.y; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 4);
  if (!(f((struct p){k, 2}) == 42)) reach_error();
  struct p q;
  q = (struct p){.y = k};
  if (q.x == 0 && q.y == 4) reach_error();
  return 0;
}
