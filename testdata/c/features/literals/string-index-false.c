// a string is an array that can be indexed in place
// expect: FALSE
// inputs: 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i == 2);
  if ("hello"[i] != 'l') reach_error();
  if (i["hello"] != 'l') reach_error();
  if (*("xyz" + 1) != 'y') reach_error();
  if ("0123456789abcdef"[10 + i] == 'c') reach_error();
  return 0;
}
