// the tables that glibc's ctype.h looks up, and its errno, as in preprocessed files
// expect: TRUE
extern void reach_error(void);
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_toupper_loc(void);
extern int *__errno_location(void);

int main(void) {
  char c = 'a', d = '7';
  *__errno_location() = 3;
  int alpha = (*__ctype_b_loc())[(int)c] & 1024, digit = (*__ctype_b_loc())[(int)d] & 2048;
  if (alpha + digit + (*__ctype_toupper_loc())[(int)c] + *__errno_location() != 3140) reach_error();
  return 0;
}
