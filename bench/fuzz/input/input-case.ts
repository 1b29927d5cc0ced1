import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveSeed, isVisible, RandomStream, type Seed } from '../../../transactions/index.js';
import { INPUT_FINDINGS } from '../corpus/findings.js';
import { INPUT_READERS, type InputReader } from '../input-readers.js';
import { makeGoldenFiles, type ValidInputs } from './valid-inputs.js';

/** Maximum length of an error message, including escapes. */
const MAX_ERROR_LENGTH = 20_000;

/** System errors that no input can cause. The command line exits with 4 for them. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENOMEM'];

/** Kinds that are slow to create or read. They are included once every `ROUNDS` rounds. */
const SLOW_KINDS: readonly string[] = ['trace-json', 'trace-msgpack', 'coverage'];
const ROUNDS = 8;
const READER_ROTATION: readonly InputReader[] = Array.from({ length: ROUNDS }, (_, round) =>
  INPUT_READERS.filter(({ kind }) => round === 0 || !SLOW_KINDS.includes(kind)),
).flat();

/**
 * Size in bytes of the regression inputs that repeat a pattern. The fuzzing campaign's limits are ten seconds and 1 GB.
 * The slowest 2 MB input takes 1.4 s on its own, but other machines may be slower.
 */
const FINDING_BYTES = 1_200_000;

/**
 * Returns the reader and the bytes for case `number` of a seed. The first cases are the known regression inputs, at
 * full size.
 */
export function makeInputCase(
  seed: Seed,
  number: number,
  { generators }: ValidInputs,
): readonly [InputReader, Uint8Array] {
  const finding = INPUT_FINDINGS[number];
  if (finding !== undefined)
    return [INPUT_READERS.find(({ kind }) => kind === finding.kind)!, finding.bytes(FINDING_BYTES)];
  const reader = READER_ROTATION[number % READER_ROTATION.length]!;
  return [
    reader,
    generators[reader.kind]!(new RandomStream(deriveSeed(seed, `input:${reader.kind}`, number))),
  ];
}

/**
 * Reads bytes the way the command that accepts such a file would. Returns `read`, or `refused` if the command line
 * would print a one-line error message and exit with 2. Throws for any other result.
 */
export async function readAs(
  { kind, file, read }: InputReader,
  bytes: Uint8Array,
  folder: string,
): Promise<'read' | 'refused'> {
  const kindFolder = join(folder, kind);
  mkdirSync(dirname(join(kindFolder, file)), { recursive: true });
  writeFileSync(join(kindFolder, file), bytes);
  try {
    await read(kindFolder);
    return 'read';
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    const isRejection = name === 'UsageError' || name === 'CoverageConflict';
    if (!isRejection && (code === undefined || !/^E[A-Z]+$/.test(code) || MACHINE_ERRORS.includes(code)))
      throw error;
    if (!isVisible(message) || message.length > MAX_ERROR_LENGTH)
      throw new Error(`Error message is not a single printable line: ${message}`);
    return 'refused';
  }
}

/** Creates a folder for each kind, containing the other files that its reader needs. */
export function prepareFolder(folder: string, { companions }: ValidInputs): void {
  for (const { kind } of INPUT_READERS) {
    mkdirSync(join(folder, kind), { recursive: true });
    const files = kind.startsWith('golden') ? makeGoldenFiles() : companions;
    for (const [name, bytes] of files) writeFileSync(join(folder, kind, name), bytes);
  }
}
