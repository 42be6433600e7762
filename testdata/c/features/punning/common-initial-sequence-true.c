// structs of a union share their common initial members
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct number { int kind, value; };
struct pair { int kind; char a, b; };
union any { struct number n; struct pair p; };

int main(void) {
  union any x;
  x.n.kind = __VERIFIER_nondet_int();
  x.n.value = 7;
  int kind = x.n.kind;
  if (x.p.kind != kind) reach_error();
  return 0;
}
