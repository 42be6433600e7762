// a struct through a function pointer
// expect: TRUE
// inputs: 200
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct p { signed char x; int y; };
static struct p mk(int a) { struct p r = {a, a}; return r; }

int main(void) {
  struct p (*f)(int) = mk;
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 200);
  if (f(k).x != -56) reach_error();
  if (f(k).y != 200) reach_error();
  struct p v[2] = {f(1), f(k)};
  if (v[1].x + v[0].y != -55) reach_error();
  return 0;
}
