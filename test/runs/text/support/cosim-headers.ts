import { findMax } from '../../../../arch/index.js';
import {
  COSIM_MESSAGES,
  COSIM_SETTINGS,
  COSIM_VERSION,
  type CosimMessage,
  type CosimNameKind,
  DESIGN_UNITS,
} from '../../../../transactions/index.js';

/** The first line of each generated file. */
const GENERATED_NOTE =
  'The design\'s side of "pops-tb cosim" (docs/cosim.md). Generated from the message table; do not edit by hand.';

/** The host's messages, numbered from 2. 0 means end of input, and 1 an unknown message. */
const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, numbered from 1. */
const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** Converts a name to the name of a constant: `id-wrap` becomes `ID_WRAP`. */
function toConstantName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

/** Generates the C header that designs use to talk to the testbench. It is also valid C++. */
export function generateCosimHeader(): string {
  const maxFields = findMax(
    COSIM_MESSAGES.map(({ fields }) => fields.length),
    1,
  );
  return `/* ${GENERATED_NOTE} */
#ifndef POPS_COSIM_H
#define POPS_COSIM_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POPS_COSIM_VERSION ${COSIM_VERSION}

/* Messages from the host. The values are the fields in this order; names are given as numbers from the matching enumeration. */
enum pops_cosim_kind {
  POPS_COSIM_CLOSED = 0, /* the input has ended, and the design must exit */
  POPS_COSIM_UNKNOWN,
${HOST_MESSAGES.map((message) => `  POPS_COSIM_${toConstantName(message.name)}, /* ${formatFields(message)} */`).join('\n')}
};

/* Messages from the design, with their fields. */
enum pops_cosim_answer {
  POPS_COSIM_SAY_UNKNOWN = 0,
${DESIGN_MESSAGES.map((message) => `  POPS_COSIM_SAY_${toConstantName(message.name)}, /* ${formatFields(message)} */`).join('\n')}
};

/* Setting names, as used in the "set" message. */
enum pops_cosim_setting {
  POPS_COSIM_SET_UNKNOWN = 0,
${COSIM_SETTINGS.map(({ name, text }) => `  POPS_COSIM_SET_${toConstantName(name)}, /* ${text.replaceAll('`', '')} */`).join('\n')}
};

/* Values of the setting "unit". */
enum pops_cosim_unit {
${DESIGN_UNITS.map((unit, i) => `  POPS_COSIM_UNIT_${toConstantName(unit)} = ${i + 1},`).join('\n')}
};

struct pops_cosim_message {
  enum pops_cosim_kind kind;
  int64_t values[${maxFields}];
};

static const char *const pops_cosim_kinds[] = {"", "", ${quoteNames(HOST_MESSAGES)}};
static const char *const pops_cosim_answers[] = {"", ${quoteNames(DESIGN_MESSAGES)}};
static const char *const pops_cosim_settings[] = {"", ${quoteNames(COSIM_SETTINGS)}};

/* Returns the stream for answers. Redirects standard output to standard error, so that a simulator's own output is not mistaken for answers. */
static inline FILE *pops_cosim_open(void) {
  FILE *out = fdopen(dup(1), "w");
  fflush(stdout);
  dup2(2, 1);
  return out;
}

/* Returns the index of a name in one of these lists, or 0 if it is not listed. */
static inline int64_t pops_cosim_number(const char *name, const char *const *names, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (strcmp(name, names[i]) == 0) return (int64_t)i;
  return 0;
}
#define POPS_COSIM_NUMBER(name, names) pops_cosim_number(name, names, sizeof names / sizeof *names)

/* Waits for the next message. */
static inline enum pops_cosim_kind pops_cosim_read(FILE *in, struct pops_cosim_message *message) {
  static char line[256];
  char *word;
  int64_t kind;
  memset(message, 0, sizeof *message);
  if (fgets(line, sizeof line, in) == NULL) return POPS_COSIM_CLOSED;
  message->kind = POPS_COSIM_UNKNOWN;
  word = strtok(line, " \\r\\n");
  if (word == NULL) return message->kind;
  kind = POPS_COSIM_NUMBER(word, pops_cosim_kinds);
  if (kind != 0) message->kind = (enum pops_cosim_kind)kind;
  for (int i = 0; i < ${maxFields} && (word = strtok(NULL, " \\r\\n")) != NULL; i++) {
    message->values[i] = strtoll(word, NULL, 10);
${HOST_MESSAGES.flatMap(emitNameReaders).join('\n')}
  }
  return message->kind;
}

${DESIGN_MESSAGES.map(emitWriter).join('\n')}
/* Sends any of these messages, given its number and its fields. */
static inline void pops_cosim_say(FILE *out, enum pops_cosim_answer answer, const int64_t *values) {
  switch (answer) {
${DESIGN_MESSAGES.map(emitCall).join('\n')}
    default: break;
  }
}

#endif
`;
}

/** The C array that lists the names of each kind. */
const NAME_LISTS: Readonly<Record<CosimNameKind, string>> = {
  setting: 'pops_cosim_settings',
  host: 'pops_cosim_kinds',
  design: 'pops_cosim_answers',
};

function quoteNames(rows: readonly { readonly name: string }[]): string {
  return rows.map(({ name }) => `"${name}"`).join(', ');
}

function formatFields({ fields }: CosimMessage): string {
  return fields.length === 0 ? 'no fields' : fields.map(({ name }) => name).join(', ');
}

function emitNameReaders({ name, fields }: CosimMessage): readonly string[] {
  return fields.flatMap(({ names }, i) =>
    names === undefined
      ? []
      : [
          `    if (message->kind == POPS_COSIM_${toConstantName(name)} && i == ${i}) message->values[i] = POPS_COSIM_NUMBER(word, ${NAME_LISTS[names]});`,
        ],
  );
}

function emitCall({ name, fields }: CosimMessage): string {
  const values = fields.map(({ names }, i) =>
    names === undefined ? `, values[${i}]` : `, ${NAME_LISTS[names]}[values[${i}]]`,
  );
  return `    case POPS_COSIM_SAY_${toConstantName(name)}: pops_cosim_${name}(out${values.join('')}); break;`;
}

function emitWriter({ name, fields, ends, text }: CosimMessage): string {
  const parameters = [
    'FILE *out',
    ...fields.map((field) => `${field.names === undefined ? 'int64_t ' : 'const char *'}${field.name}`),
  ];
  const formats = fields.map(({ names }) => (names === undefined ? ' %" PRId64 "' : ' %s')).join('');
  const values = fields.map((field) => `, ${field.name}`).join('');
  return `/* ${text.replaceAll('`', '')} */
static inline void pops_cosim_${name}(${parameters.join(', ')}) {
  fprintf(out, "${name}${formats}\\n"${values});
${ends === true ? '  fflush(out);\n' : ''}}
`;
}

/** Generates the SystemVerilog package with the message and setting numbers from the C header. */
export function generateCosimPackage(): string {
  const constants: readonly (readonly [name: string, value: number])[] = [
    ['VERSION', COSIM_VERSION],
    ['HEAR_CLOSED', 0],
    ['HEAR_UNKNOWN', 1],
    ...HOST_MESSAGES.map(({ name }, i) => [`HEAR_${toConstantName(name)}`, i + 2] as const),
    ...DESIGN_MESSAGES.map(({ name }, i) => [`SAY_${toConstantName(name)}`, i + 1] as const),
    ...COSIM_SETTINGS.map(({ name }, i) => [`SET_${toConstantName(name)}`, i + 1] as const),
  ];
  return `// ${GENERATED_NOTE}
package pops_cosim;
${constants.map(([name, value]) => `  localparam int ${name} = ${value};`).join('\n')}
endpackage
`;
}
