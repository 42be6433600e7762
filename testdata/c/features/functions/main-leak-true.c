// a program need not free the arguments of main
// expect: TRUE
// flags: --check memory,valid-memtrack,valid-memcleanup
// run: no, it has arguments
int main(int argc, char **argv) {
  return argc > 0 && argv[0][0] == 'x';
}
