// # makes a string of an argument
// expect: TRUE
extern void reach_error(void);

#define S(x) #x
#define T(x) S(x)
#define V 42

int main(void) {
  if (sizeof S(a + b) != 6) reach_error();
  if (S(V)[0] != 'V') reach_error();
  if (T(V)[0] != '4') reach_error();
  if (!(S("q")[0] == '"')) reach_error();
  return 0;
}
