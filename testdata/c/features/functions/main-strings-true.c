// arguments of main are strings that keep their characters
// expect: TRUE
// flags: --check unreach-call,memory
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char *argv[]) {
  if (argc < 2) return 0;
  char first = argv[1][0];
  argv[0][0] = 'x';
  if (argv[1][0] != first || argv[0][0] != 'x') reach_error();
  return 0;
}
