// digraphs are brackets
// expect: TRUE
extern void reach_error(void);

%:define PAIR(a, b) a%:%:b

int main(void) {
  int v<:2:> = <% 1, 2 %>;
  if (PAIR(v, )<:0:> + v[1] != 3) reach_error();
  return 0;
}
