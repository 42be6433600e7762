// elements keep the struct's alignment
// expect: TRUE
extern void reach_error(void);

struct s { int a; char b; };

int main(void) {
  struct s v[3];
  if (sizeof v != 24) reach_error();
  if ((char *)&v[2] - (char *)&v[0] != 16) reach_error();
  return 0;
}
