// __auto_type takes the type of the initialiser
// expect: TRUE
extern void reach_error(void);

int main(void) {
  unsigned char c = 255;
  __auto_type x = c;
  x++;
  if (x != 0) reach_error();
  __auto_type y = c + 1;
  if (y != 256) reach_error();
  return 0;
}
