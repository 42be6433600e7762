// bit-fields beside ordinary members, compared and copied
// expect: TRUE
// inputs: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { int n; unsigned a : 2; unsigned b : 2; char c; };

int main(void) {
  struct s x = {-1, 1, 2, 'c'}, y = x;
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 5);
  y.a += k;
  if (y.a != 2) reach_error();
  if (x.a != 1) reach_error();
  if (!(y.c == 'c' && y.b == 2 && y.n == -1)) reach_error();
  return 0;
}
