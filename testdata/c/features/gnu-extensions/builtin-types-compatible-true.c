// __builtin_types_compatible_p
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int x;
  if (!(__builtin_types_compatible_p(__typeof__(x), int) == 1)) reach_error();
  if (!(__builtin_types_compatible_p(int, unsigned) == 0)) reach_error();
  if (!(__builtin_types_compatible_p(const int, int) == 1)) reach_error();
  return 0;
}
