// a bit-field converted by an operator keeps no width
// expect: TRUE
extern void reach_error(void);
struct S { unsigned a : 31; } s = {0};

int main(void) {
  if ((s.a + 0u) - 1 < 5 || (1 ? s.a : 0u) - 1 < 5) reach_error();
  return 0;
}
