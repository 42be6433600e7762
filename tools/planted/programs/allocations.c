// objects that are made in a loop
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
int main(void) {
  int *p[3];
  unsigned key = __VERIFIER_nondet_uint();
  for (int i = 0; i < 3; i++) { p[i] = malloc(2 * sizeof(int)); p[i][0] = i + 1; p[i][1] = 10 * i; }
  int s = p[0][0] + 3 * p[1][0] + 5 * p[2][0] + p[1][1];
  if (key * 7919u == 4104336541u && s == 32) reach_error();
  return 0;
}
