#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  struct node *second = malloc(sizeof *second);
  first->value = 1;
  first->next = second;
  second->value = 2;
  second->next = NULL;
  free(second);
  int sum = first->value + first->next->value; // second is gone
  free(first);
  return sum;
}
