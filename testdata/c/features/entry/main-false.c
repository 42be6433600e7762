// main is an entry function like others where its arguments are described
// expect: FALSE
// flags: --entry main --argument n=0..9 --argument v=array:2
// run: no, its arguments are described
extern void reach_error(void);

int main(int n, char **v) {
  if (n == 5 && v[0] && v[0][0] == 'a') reach_error();
  return 0;
}
