// argc is not negative and argv ends with a null pointer
// expect: TRUE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc < 0 || argv[argc]) reach_error();
  return 0;
}
