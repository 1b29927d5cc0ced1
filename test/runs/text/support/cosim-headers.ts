import { findMax } from '../../../../arch/index.js';
import {
  COSIM_MESSAGES,
  COSIM_SETTINGS,
  COSIM_VERSION,
  type CosimMessage,
  type CosimNameKind,
  DESIGN_UNITS,
} from '../../../../transactions/index.js';

/** The host's messages, numbered from 2. 0 means end of input, and 1 an unknown message. */
const HOST_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'host');
/** The design's messages, numbered from 1. */
const DESIGN_MESSAGES = COSIM_MESSAGES.filter(({ from }) => from === 'design');

/** Converts a name to the name of a constant: `id-wrap` becomes `ID_WRAP`. */
function toConstantName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

/** Generates what the C header `pops_cosim.h` takes from the message table. It is also valid C++. */
export function generateCosimHeader(): string {
  const maxFields = findMax(COSIM_MESSAGES.map(({ fields }) => fields.length));
  return `#define POPS_COSIM_VERSION ${COSIM_VERSION}
/* Largest number of fields of a message. */
#define POPS_COSIM_FIELDS ${maxFields}

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

static const char *const pops_cosim_kinds[] = {"", "", ${quoteNames(HOST_MESSAGES)}};
static const char *const pops_cosim_answers[] = {"", ${quoteNames(DESIGN_MESSAGES)}};
static const char *const pops_cosim_settings[] = {"", ${quoteNames(COSIM_SETTINGS)}};

/* Returns the value of a message's field with index i. */
static inline int64_t pops_cosim_value(int64_t kind, int i, const char *word) {
${HOST_MESSAGES.flatMap(emitNameReaders).join('\n')}
  return strtoll(word, NULL, 10);
}

${DESIGN_MESSAGES.map(emitWriter).join('\n')}
/* Sends any of these messages, given its number and its fields. */
static inline void pops_cosim_say(FILE *out, enum pops_cosim_answer answer, const int64_t *values) {
  switch (answer) {
${DESIGN_MESSAGES.map(emitCall).join('\n')}
    default: break;
  }
}`;
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
  const isField = (i: number) => `kind == POPS_COSIM_${toConstantName(name)} && i == ${i}`;
  return fields.flatMap(({ names }, i) =>
    names === undefined ? [] : [`  if (${isField(i)}) return POPS_COSIM_NUMBER(word, ${NAME_LISTS[names]});`],
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

/** Generates the constants of the SystemVerilog package: the message and setting numbers of the C header. */
export function generateCosimPackage(): string {
  const constants: readonly (readonly [name: string, value: number])[] = [
    ['VERSION', COSIM_VERSION],
    ['HEAR_CLOSED', 0],
    ['HEAR_UNKNOWN', 1],
    ...HOST_MESSAGES.map(({ name }, i) => [`HEAR_${toConstantName(name)}`, i + 2] as const),
    ...DESIGN_MESSAGES.map(({ name }, i) => [`SAY_${toConstantName(name)}`, i + 1] as const),
    ...COSIM_SETTINGS.map(({ name }, i) => [`SET_${toConstantName(name)}`, i + 1] as const),
  ];
  return constants.map(([name, value]) => `  localparam int ${name} = ${value};`).join('\n');
}
