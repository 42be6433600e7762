// __builtin_object_size of what a variable points to
// expect: over-approximated, __builtin_object_size
// run: no, gcc's answer depends on its optimisations
void reach_error(void);

int main(void) {
  char b[4], *p = b;
  if (__builtin_object_size(p, 0) == 4) reach_error();
  return 0;
}
