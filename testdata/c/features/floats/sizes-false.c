// sizes of floating-point types
// expect: FALSE
// flags: --data-model ILP32
extern void reach_error(void);

int main(void) {
  if (sizeof(float) != 4) reach_error();
  if (sizeof(1.0) != 8) reach_error();
  if (sizeof(1.0f) != 4) reach_error();
  if (sizeof(1.0f + 1.0) != 8) reach_error();
  if (sizeof(long double) == 12) reach_error();
  return 0;
}
