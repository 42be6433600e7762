// a struct with arrays of structs passed by value
// expect: TRUE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct in { short a[2]; };
struct out { struct in v[2]; char c; };
static int f(struct out o, int i) { o.v[i].a[1] += 5; return o.v[i].a[1] + o.c; }

int main(void) {
  struct out o = {{{{1, 2}}, {{3, 4}}}, 'a'};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  if (!(f(o, i) == 4 + 5 + 97)) reach_error();
  if (o.v[1].a[1] != 4) reach_error();
  return 0;
}
