/* The functions of live.sv for a simulator with VPI: $cosim_open, $cosim_next(first, second, third), $cosim_say(kind, first, …). */
#include <vpi_user.h>
#include "pops_cosim.h"

static FILE *out;

static PLI_INT32 open_pipe(PLI_BYTE8 *data) {
  (void)data;
  out = pops_cosim_open();
  return 0;
}

static void put(vpiHandle where, int64_t value) {
  s_vpi_value put = {.format = vpiIntVal, .value.integer = (PLI_INT32)value};
  vpi_put_value(where, &put, NULL, vpiNoDelay);
}

static PLI_INT32 next_message(PLI_BYTE8 *data) {
  struct pops_cosim_message message;
  vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
  vpiHandle arguments = vpi_iterate(vpiArgument, call);
  vpiHandle argument;
  (void)data;
  pops_cosim_read(stdin, &message);
  for (int i = 0; (argument = vpi_scan(arguments)) != NULL; i++) put(argument, message.values[i]);
  put(call, message.kind);
  return 0;
}

static PLI_INT32 say(PLI_BYTE8 *data) {
  /* The kind, and as many fields as a message may have. */
  int64_t values[7] = {0};
  vpiHandle arguments = vpi_iterate(vpiArgument, vpi_handle(vpiSysTfCall, NULL));
  vpiHandle argument;
  (void)data;
  for (int i = 0; i < 7 && (argument = vpi_scan(arguments)) != NULL; i++) {
    s_vpi_value got = {.format = vpiIntVal};
    vpi_get_value(argument, &got);
    values[i] = got.value.integer;
  }
  pops_cosim_say(out, (enum pops_cosim_answer)values[0], values + 1);
  return 0;
}

static PLI_INT32 size_of_next(PLI_BYTE8 *data) {
  (void)data;
  return 32;
}

static void register_functions(void) {
  s_vpi_systf_data functions[] = {
    {.type = vpiSysTask, .tfname = "$cosim_open", .calltf = open_pipe},
    {.type = vpiSysFunc, .sysfunctype = vpiIntFunc, .tfname = "$cosim_next", .calltf = next_message,
     .sizetf = size_of_next},
    {.type = vpiSysTask, .tfname = "$cosim_say", .calltf = say},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) vpi_register_systf(&functions[i]);
}

void (*vlog_startup_routines[])(void) = {register_functions, NULL};
