// unnamed bit-fields pad and take no initialiser
// expect: FALSE
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 4; unsigned : 8; unsigned b : 4; } s = {1, 2};
  if (s.a != 1) reach_error();
  if (s.b == 2) reach_error();
  return 0;
}
