// __builtin_object_size of a constant place in a variable
// expect: FALSE
void reach_error(void);

int main(void) {
  char b[4];
  if (__builtin_object_size(b, 0) == 4 && __builtin_object_size(b + 1, 0) == 3) reach_error();
  return 0;
}
