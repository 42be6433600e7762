// a struct that leads to another one, which has it as a member
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

typedef struct { int a; struct list *list; int b; } item;
struct list { item end; int count; };

int main(void) {
  item i;
  struct list l;
  i.list = &l;
  l.count = 5;
  l.end.a = 7;
  l.end.b = 9;
  if (sizeof l * 10 + i.list->count != 165) reach_error();
  return 0;
}
