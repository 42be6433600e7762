// strings of the environment keep their characters
// expect: TRUE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv, char **envp) {
  if (!envp[0]) return 0;
  char c = envp[0][0];
  if (envp[0][0] != c) reach_error();
  return 0;
}
