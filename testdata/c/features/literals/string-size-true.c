// sizeof a string counts its zero; an array may be smaller or larger
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (sizeof "abc" != 4) reach_error();
  if (sizeof "" != 1) reach_error();
  char exact[3] = "abc", more[6] = "abc";
  if (exact[2] != 'c') reach_error();
  if (more[4] != 0) reach_error();
  if (sizeof more != 6) reach_error();
  return 0;
}
