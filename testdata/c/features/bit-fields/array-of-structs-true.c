// bit-fields in an array of structs
// expect: TRUE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { unsigned lo : 4, hi : 4; };

int main(void) {
  struct s v[3] = {{1, 2}, {3}, {.hi = 5}};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 2);
  v[i].lo = v[i - 1].lo + v[0].hi * 7;
  if (v[2].lo != 1) reach_error();
  if (v[i].hi != 5) reach_error();
  if (v[1].hi != 0) reach_error();
  return 0;
}
