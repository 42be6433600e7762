// a chain of casts applies each
// expect: FALSE
// inputs: -1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == -1);
  if ((unsigned char)(signed char)i != 255) reach_error();
  if ((int)(unsigned short)i != 65535) reach_error();
  if ((int)(short)(unsigned short)i != -1) reach_error();
  if ((unsigned)(unsigned char)i == 255u) reach_error();
  return 0;
}
