// the environment is any strings
// expect: FALSE
// run: no, it has arguments
extern void reach_error(void);

int main(int argc, char **argv, char **envp) {
  if (envp[0] && envp[1] && envp[0][0] == 'P' && envp[1][0] == 'Q' && !envp[2]) reach_error();
  return 0;
}
