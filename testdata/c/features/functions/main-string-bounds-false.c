// an argument of main may be empty, and an access behind its end is none of the string
// expect: FALSE
// flags: --check memory
// run: no, it has arguments
int main(int argc, char **argv) {
  return argc == 2 && argv[1][1] == 'x';
}
