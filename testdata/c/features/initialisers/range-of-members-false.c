// a range with a designator of a member keeps the other members of its elements, and of a union none
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct p { int x, y; };
union u { short s[2]; int i; };
struct p a[4] = {[2] = {1, 2}, [0 ... 3].x = 5};
union u b[3] = {[1].s[1] = -1, [2].i = 8, [0 ... 2].i = 7};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7919u == 123456789u && a[2].x == 5 && a[2].y == 2 && a[1].y == 0 && b[1].i == 7) reach_error();
  return 0;
}
