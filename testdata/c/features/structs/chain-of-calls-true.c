// members of returned structs as arguments
// expect: TRUE
// inputs: 4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct v { int a[3]; };
static struct v make(int x) { struct v r = {{x, x + 1, x + 2}}; return r; }
static int sum(struct v s) { return s.a[0] + s.a[1] + s.a[2]; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 4);
  if (sum(make(k)) != 15) reach_error();
  if (make(k).a[2] != 6) reach_error();
  return 0;
}
