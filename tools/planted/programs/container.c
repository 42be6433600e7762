// a pointer to a member leads to its struct
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int a, b, c; };
int main(void) {
  struct s v = {1, 2, 3};
  int *p = &v.b;
  unsigned key = __VERIFIER_nondet_uint();
  struct s *q = (struct s *)((char *)p - 4);
  q->a = 7;
  *(int *)((char *)p + 4) = 9;
  int s = v.a + 3 * v.b + 5 * v.c;
  if (key * 7919u == 4104336541u && s == 58) reach_error();
  return 0;
}
