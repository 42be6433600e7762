// a struct that is an argument has any values
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);
struct s { unsigned flags : 3; signed char key[2]; double d; };

int f(const struct s *s) {
  if (s->flags > 7 || s->key[0] > 127) reach_error();
  return 0;
}
