// digraphs are brackets
// expect: refused, unexpected '<'
extern void reach_error(void);

int main(void) {
  int v<:2:> = <% 1, 2 %>;
  if (v[1] != 2) reach_error();
  if (!(v<:0:> == 1)) reach_error();
  return 0;
}
