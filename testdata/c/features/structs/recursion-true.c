// a recursive function whose value is a struct
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

static struct pair swap(struct pair p, int n) {
  if (n == 0) return p;
  return swap((struct pair){p.b, p.a}, n - 1);
}

int main(void) {
  struct pair p = {__VERIFIER_nondet_int(), 2}, q = swap(p, 3);
  if (q.b != p.a) reach_error();
  return 0;
}
