// statement expressions as conditions, sizes and operands of switch
// expect: TRUE
extern void reach_error(void);

int n;

static int same(int x) { return x; }

int main(void) {
  int a[({ int k = 3; k; })];
  if (({ n++; n; }) != 1) return 0;
  switch (({ int q = 2; q; })) { case 2: n++; }
  while (({ int z = n++; z < 5; }));
  for (int i = ({ 0; }); ({ i < 2; }); ({ i++; })) n++;
  int x = same(({ int y = n; y + 1; }));
  struct { int p, q; } s = {({ 1; }), ({ 2; })};
  if (!(sizeof a / sizeof *a == 3 && n == 8 && x == 9 && s.q == 2)) reach_error();
  return ({ return 0; 4; });
}
