// a main that calls itself gets its first arguments from the system
// expect: TRUE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 9) return main(argc - 9, 0);
  if (argc < 0) reach_error();
  return argv ? argc : 0;
}
