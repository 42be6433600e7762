// an array of structs, copied by element
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { int k; char c; };

int main(void) {
  struct s v[3] = {{1, 'a'}, {2, 'b'}, {3, 'c'}};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 1);
  v[0] = v[i + 1];
  v[i].k += v[0].k;
  if (v[0].c != 'c') reach_error();
  if (v[1].k != 5) reach_error();
  if (v[2].k == 3) reach_error();
  return 0;
}
