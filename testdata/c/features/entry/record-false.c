// a struct that is an argument has any values
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);
struct s { unsigned flags : 3; signed char key[2]; double d; };

int f(struct s s) {
  if (s.flags == 5 && s.key[1] == -2 && s.d > 2.5) reach_error();
  return 0;
}
