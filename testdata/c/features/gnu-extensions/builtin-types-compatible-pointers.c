// __builtin_types_compatible_p of pointers that differ by qualifiers
// expect: refused, __builtin_types_compatible_p
void reach_error(void);

int main(void) {
  if (!__builtin_types_compatible_p(char *, const char *)) reach_error();
  return 0;
}
