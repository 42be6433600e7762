// arrays of structs through pointers
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { int a; short b[3]; };
struct s v[40], w[40];
int main(void) {
  unsigned key = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() % 40;
  struct s *p = __VERIFIER_nondet_int() ? v : w;
  p[n].b[1] = 5;
  p[n].a = 3;
  int d = &p[n] - p, s = v[n].b[1] + 2 * w[n].b[1] + v[n].a + d;
  if (key * 7919u == 4104336541u && n == 11 && s == 21) reach_error();
  return 0;
}
