// #pragma pack
// expect: TRUE
extern void reach_error(void);

#pragma pack(push, 2)
struct s { char a; int b; };
#pragma pack(pop)
struct t { char a; int b; };

int main(void) {
  if (sizeof(struct s) != 6) reach_error();
  if (sizeof(struct t) != 8) reach_error();
  return 0;
}
