import { formatMarkdownTable } from '../../../../harness/text/index.js';
import {
  COSIM_MESSAGES,
  COSIM_SETTINGS,
  COSIM_VERSION,
  type CosimMessage,
  DESIGN_UNITS,
  UNIT_BOUNDARIES,
  WAVE_FIELDS,
} from '../../../../transactions/index.js';

/** Returns the part of `docs/cosim.md` that is generated from the message table. */
export function renderCosimProtocol(): string {
  return [
    `## The protocol, version ${COSIM_VERSION}`,
    '',
    'A message is a line of ASCII text that ends with a line feed: its name and its fields, separated by single spaces. Fields are decimal integers (`-` for negative ones), or names where the table lists them. Empty lines, and lines that begin with `#`, are ignored.',
    '',
    '### The session',
    '',
    formatMessageTable(({ units }) => units === undefined),
    '',
    '### Settings',
    '',
    'Each is sent in its own `set` before `begin`, in any order.',
    '',
    formatMarkdownTable(
      [{ title: 'name' }, { title: 'value' }],
      COSIM_SETTINGS.map(({ name, text }) => [formatCode(name), text]),
    ),
    '',
    '### Units',
    '',
    `${Object.entries(WAVE_FIELDS)
      .map(([name, text]) => `${name.toUpperCase()}: ${text}`)
      .join(
        '; ',
      )}, unless specified otherwise. The receiver may throttle messages marked (\`credit\`) or (\`grant\`).`,
    '',
    ...DESIGN_UNITS.flatMap((unit, i) => [
      `**${unit}** (${formatCode(`set unit ${i + 1}`)}). ${UNIT_BOUNDARIES[unit]}`,
      '',
      formatMessageTable(({ units }) => units?.includes(unit) === true),
      '',
    ]),
  ].join('\n');
}

/** Field descriptions that the page gives only once, above the units. */
const COMMON_DESCRIPTIONS = Object.values(WAVE_FIELDS);

const LIMIT_MARKS: Readonly<Record<CosimMessage['from'], string>> = {
  host: '(`credit`)',
  design: '(`grant`)',
};

function formatMessageTable(isListed: (message: CosimMessage) => boolean): string {
  return formatMarkdownTable(
    [{ title: 'message' }, { title: 'from' }, { title: 'meaning' }],
    COSIM_MESSAGES.filter(isListed).map((message) => [
      formatLine(message),
      message.from,
      describeMessage(message),
    ]),
  );
}

function formatLine({ name, fields }: CosimMessage): string {
  return formatCode([name, ...fields.map((field) => field.name.toUpperCase())].join(' '));
}

function describeMessage({ text, fields, from, causesNoStep, usesCredits }: CosimMessage): string {
  return [
    text,
    ...fields
      .filter((field) => !COMMON_DESCRIPTIONS.includes(field.text))
      .map(
        (field) =>
          `${field.name.toUpperCase()}: ${field.text}${field.names === undefined ? '' : ' (a name)'}.`,
      ),
    ...(causesNoStep === true ? ['Does not cause a step.'] : []),
    ...(usesCredits === true ? [LIMIT_MARKS[from]] : []),
  ].join(' ');
}

function formatCode(text: string): string {
  return `\`${text}\``;
}
