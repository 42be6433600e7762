// Frees a list, and reads the next node from the one that is gone.
#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    free(n);
}
