// the alignment of a variable with an alignment attribute
// expect: refused, the alignment of an expression
extern void reach_error(void);

int main(void) {
  int x __attribute__((aligned(32)));
  if (_Alignof(x) != 32) reach_error();
  return 0;
}
