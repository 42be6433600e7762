// a bit-field of an enumeration
// expect: FALSE
extern void reach_error(void);

enum color { RED, GREEN, BLUE };

int main(void) {
  struct { enum color c : 2; unsigned n : 6; } s = {BLUE, 63};
  if (s.c != BLUE) reach_error();
  s.c = RED;
  if (s.c == 0 && s.n == 63) reach_error();
  return 0;
}
