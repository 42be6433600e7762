// bytes of a struct, one after the other
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct s { unsigned char a[2], b, c; };
int main(void) {
  struct s v = {{1, 2}, 3, 4};
  unsigned char *p = v.a;
  unsigned key = __VERIFIER_nondet_uint();
  p++;
  *p = 9;
  int s = v.a[0] + 3 * v.a[1];
  if (key * 7919u == 4104336541u && s == 28) reach_error();
  return 0;
}
