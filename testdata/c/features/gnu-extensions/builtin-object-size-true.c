// __builtin_object_size of a constant place in a variable
// expect: TRUE
void reach_error(void);
struct s { char a[4]; int b[3]; } s;

int main(void) {
  if (__builtin_object_size(s.b + 1, 0) != 8 || __builtin_object_size(&s, 0) != 16 || __builtin_object_size("abc", 0) != 4) reach_error();
  return 0;
}
