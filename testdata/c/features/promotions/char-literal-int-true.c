// a character constant is an int, and promotion makes sums of chars ints
// expect: TRUE
extern void reach_error(void);

int main(void) {
  if (!(sizeof 'a' == 4)) reach_error();
  char c = 'a';
  if (sizeof(c) != 1) reach_error();
  if (sizeof(+c) != 4) reach_error();
  if (sizeof(c + c) != 4) reach_error();
  if (!(sizeof(c << 1) == 4)) reach_error();
  return 0;
}
