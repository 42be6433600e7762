// an argument of main may be empty, and argv[1][1] is then beyond its end
// expect: FALSE
// flags: --check memory
// run: no, it has arguments
int main(int argc, char **argv) {
  return argc == 2 && argv[1][1] == 'x';
}
