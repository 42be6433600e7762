#ifndef QUEUE_H
#define QUEUE_H
struct list;
struct item { int value; struct item *next; struct list *list; };
void set(struct item *n, int v);
int get(struct item *);
int strong(void);
extern int count, buffer[];
inline int twice(int x) { return 2 * x; }
#endif
