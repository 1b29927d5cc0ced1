/* The functions of live.sv for a simulator with DPI-C. Build with -CFLAGS -I<folder of pops_cosim.h>. */
#include "pops_cosim.h"

/* Verilator compiles this file as C++. */
#ifdef __cplusplus
extern "C" {
#endif

static FILE *out;

void cosim_open(void) { out = pops_cosim_open(); }

int cosim_next(int *first, int *second, int *third) {
  struct pops_cosim_message message;
  pops_cosim_read(stdin, &message);
  *first = (int)message.values[0];
  *second = (int)message.values[1];
  *third = (int)message.values[2];
  return (int)message.kind;
}

void cosim_say(int kind, int first, int second, int third) {
  const int64_t values[] = {first, second, third};
  pops_cosim_say(out, (enum pops_cosim_answer)kind, values);
}

#ifdef __cplusplus
}
#endif
