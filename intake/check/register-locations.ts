import { type ChipName, chipOf, decodeCached, getInstructionSet, SCALAR } from '../../arch/index.js';
import { findLiveAtStart } from '../../checkers/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';

type Argument = CorpusRecord['abi']['args'][number];

/** The first scalar with a fixed meaning. VCC and everything after it are never arguments. */
const FIRST_NON_ARGUMENT = SCALAR.VCC_LO;

/** Arguments that most programs do not read. An unread one says nothing about why a register is not loaded. */
const RARELY_READ: readonly string[] = ['ring_offsets', 'scratch_offset', 'load_provoking_vtx'];

/**
 * Describes registers that a program reads at its start but that are never loaded. Also lists the unread arguments,
 * since the program may have been meant to read one of those. Compilers may read VGPRs whose values do not matter, so
 * VGPRs are reported only if there is an unread argument.
 */
export function describeUnloadedRegisters(record: CorpusRecord): readonly string[] {
  const { scalars, vectors } = findReadAtStart(record);
  const { args } = record.abi;
  return [...describeUnloaded('s', scalars, args, true), ...describeUnloaded('v', vectors, args, false)];
}

/** Returns the names of the SGPRs, such as `s12`, that a program reads at its start but that are never loaded. */
export function findUnloadedScalars(record: CorpusRecord): readonly string[] {
  const fileArguments = record.abi.args.filter(({ file }) => file === 's');
  return findUnloaded(findReadAtStart(record).scalars, fileArguments).map((register) => `s${register}`);
}

/** Returns the registers that a program reads before writing them. */
function findReadAtStart({ chip, wave, instructions }: CorpusRecord) {
  const words = instructions.flatMap((instruction) =>
    instruction.words.map((word) => Number.parseInt(word, 16)),
  );
  const { scalars, vectors } = findLiveAtStart(
    decodeCached(words, getInstructionSet(chipOf(chip as ChipName)), wave),
  );
  return { scalars: scalars.filter((register) => register < FIRST_NON_ARGUMENT), vectors };
}

function findUnloaded(read: readonly number[], fileArguments: readonly Argument[]): readonly number[] {
  return read.filter((register) => !fileArguments.some((argument) => containsRegister(argument, register)));
}

function describeUnloaded(
  file: Argument['file'],
  read: readonly number[],
  args: readonly Argument[],
  alwaysReport: boolean,
): string[] {
  const fileArguments = args.filter((argument) => argument.file === file);
  const unloaded = findUnloaded(read, fileArguments);
  const unread = fileArguments.filter(
    (argument) =>
      !RARELY_READ.includes(argument.name) && !read.some((register) => containsRegister(argument, register)),
  );
  if (unloaded.length === 0 || (unread.length === 0 && !alwaysReport)) return [];
  const names = unloaded.map((register) => `${file}${register}`).join(', ');
  const locations = unread
    .map(({ name, reg, size }) => `${name} is in ${formatRegisterRange(file, reg, size)}`)
    .join(', ');
  const hint = locations === '' ? '' : `; ${locations}, which it does not read`;
  return [`the program reads ${names}, which nothing loads${hint}`];
}

function containsRegister({ reg, size }: Argument, register: number): boolean {
  return register >= reg && register < reg + size;
}

/** Formats a register range as `s4` or `s[4:7]`. */
function formatRegisterRange(file: Argument['file'], reg: number, size: number): string {
  return size === 1 ? `${file}${reg}` : `${file}[${reg}:${reg + size - 1}]`;
}

/** Describes each argument of a program: its register and the value that the driver sets it to (`s4 width = pc+8`). */
export function describeArguments({ abi: { args, user_data } }: CorpusRecord): readonly string[] {
  return args.map(({ name, file, reg, size }) => {
    const source = file === 's' && size === 1 ? user_data[`s${reg}`] : undefined;
    return `${formatRegisterRange(file, reg, size)} ${name}${source === undefined ? '' : ` = ${source}`}`;
  });
}
