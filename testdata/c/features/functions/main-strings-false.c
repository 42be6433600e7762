// arguments of main are any strings
// expect: FALSE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, const char *const argv[]) {
  if (argc == 3 && argv[2][0] == 'g' && argv[2][1] == 'o' && !argv[2][2]) reach_error();
  return 0;
}
