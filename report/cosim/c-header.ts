import { greatestOf } from '../../arch/index.js';
import {
  COSIM_MESSAGES,
  COSIM_SETTINGS,
  COSIM_VERSION,
  type CosimMessage,
  DESIGN_UNITS,
} from '../../transactions/index.js';

const MADE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Made from the table of messages; not edited by hand.';

/** The C header with which a design speaks to the testbench; C++ takes it as well. */
export function cosimHeader(): string {
  const heard = COSIM_MESSAGES.filter(({ from }) => from === 'host');
  const said = COSIM_MESSAGES.filter(({ from }) => from === 'design');
  const most = greatestOf(
    heard.map(({ fields }) => fields.length),
    1,
  );
  return `/* ${MADE} */
#ifndef POPS_COSIM_H
#define POPS_COSIM_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POPS_COSIM_VERSION ${COSIM_VERSION}

/* What the host says; the values are the fields in this order. */
enum pops_cosim_kind {
  POPS_COSIM_CLOSED = 0, /* the input has ended, and so does the design */
  POPS_COSIM_UNKNOWN,
${heard.map((message) => `  ${kindOf(message)}, /* ${fieldsOf(message)} */`).join('\n')}
};

/* Settings, by their names in "set". */
enum pops_cosim_setting {
  POPS_COSIM_SET_UNKNOWN = 0,
${COSIM_SETTINGS.map(({ name, what }) => `  POPS_COSIM_SET_${name.toUpperCase()}, /* ${what.replaceAll('`', '')} */`).join('\n')}
};

/* Values of the setting "unit". */
enum pops_cosim_unit {
${DESIGN_UNITS.map((unit, at) => `  POPS_COSIM_UNIT_${unit.toUpperCase().replaceAll('-', '_')} = ${at + 1},`).join('\n')}
};

struct pops_cosim_message {
  enum pops_cosim_kind kind;
  enum pops_cosim_setting setting; /* of POPS_COSIM_SET, whose value is values[1] */
  int64_t values[${most}];
};

/* Where answers go. Standard output itself is standard error from now on, so that what a simulator prints is no answer. */
static inline FILE *pops_cosim_open(void) {
  FILE *out = fdopen(dup(1), "w");
  fflush(stdout);
  dup2(2, 1);
  return out;
}

/* Waits for the next message. */
static inline enum pops_cosim_kind pops_cosim_read(FILE *in, struct pops_cosim_message *message) {
  static const char *const kinds[] = {
${heard.map(({ name }) => `    "${name}",`).join('\n')}
  };
  static const char *const settings[] = {
${COSIM_SETTINGS.map(({ name }) => `    "${name}",`).join('\n')}
  };
  static char line[256];
  char *word;
  memset(message, 0, sizeof *message);
  if (fgets(line, sizeof line, in) == NULL) return POPS_COSIM_CLOSED;
  message->kind = POPS_COSIM_UNKNOWN;
  word = strtok(line, " \\r\\n");
  if (word == NULL) return message->kind;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(word, kinds[i]) == 0) message->kind = (enum pops_cosim_kind)(POPS_COSIM_UNKNOWN + 1 + i);
  for (int i = 0; i < ${most} && (word = strtok(NULL, " \\r\\n")) != NULL; i++) {
    message->values[i] = strtoll(word, NULL, 10);
    if (message->kind != POPS_COSIM_SET || i != 0) continue;
    for (size_t j = 0; j < sizeof settings / sizeof *settings; j++)
      if (strcmp(word, settings[j]) == 0) message->setting = (enum pops_cosim_setting)(1 + j);
  }
  return message->kind;
}

${said.map(writerOf).join('\n')}
#endif
`;
}

function kindOf({ name }: CosimMessage): string {
  return `POPS_COSIM_${name.toUpperCase()}`;
}

function fieldsOf({ fields }: CosimMessage): string {
  return fields.length === 0 ? 'no fields' : fields.map(({ name }) => name).join(', ');
}

function writerOf({ name, fields, ends, what }: CosimMessage): string {
  const parameters = [
    'FILE *out',
    ...fields.map((field) => `${field.isName === true ? 'const char *' : 'int64_t '}${field.name}`),
  ];
  const formats = fields.map((field) => (field.isName === true ? ' %s' : ' %" PRId64 "')).join('');
  const values = fields.map((field) => `, ${field.name}`).join('');
  return `/* ${what.replaceAll('`', '')} */
static inline void pops_cosim_${name}(${parameters.join(', ')}) {
  fprintf(out, "${name}${formats}\\n"${values});
${ends === true ? '  fflush(out);\n' : ''}}
`;
}
