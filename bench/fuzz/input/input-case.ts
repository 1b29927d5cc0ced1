import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveSeed, isVisible, RandomStream, type Seed } from '../../../transactions/index.js';
import { INPUT_FINDINGS } from '../corpus/findings.js';
import { INPUT_READERS, type InputReader } from '../input-readers.js';
import { goldenFiles, type ValidInputs } from './valid-inputs.js';

/** Maximum characters of a rejection, including escapes. */
const REFUSAL_MAX = 20_000;

/** Operating system errors that the command line answers with 4, and which no input causes. */
const MACHINE_ERRORS: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENOMEM'];

/** Kinds that are slow to make or read, and occur once in this many rounds. */
const SLOW: readonly string[] = ['trace-json', 'trace-msgpack', 'coverage'];
const ROUNDS = 8;
const TURNS: readonly InputReader[] = Array.from({ length: ROUNDS }, (_, round) =>
  INPUT_READERS.filter(({ kind }) => round === 0 || !SLOW.includes(kind)),
).flat();

/**
 * Bytes of a repetitive finding. The campaign allows ten seconds and 1 GB; the slowest input of 2 MB takes 1.4 s
 * alone, and machines differ.
 */
const FINDING_BYTES = 1_200_000;

/**
 * A case's reader and its bytes, which are the same for the same seed and number. The first cases are the findings, at full
 * size.
 */
export function inputCase(
  seed: Seed,
  number: number,
  { makers }: ValidInputs,
): readonly [InputReader, Uint8Array] {
  const known = INPUT_FINDINGS[number];
  if (known !== undefined)
    return [INPUT_READERS.find(({ kind }) => kind === known.kind)!, known.bytes(FINDING_BYTES)];
  const chosen = TURNS[number % TURNS.length]!;
  return [chosen, makers[chosen.kind]!(new RandomStream(deriveSeed(seed, `input:${chosen.kind}`, number)))];
}

/**
 * Reads bytes like the command that takes such a file. Returns `read` or `refused` (exit code 2 and one visible line on the command
 * line); throws for any other result.
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
    const isRefusal = name === 'UsageError' || name === 'CoverageConflict';
    if (!isRefusal && (code === undefined || !/^E[A-Z]+$/.test(code) || MACHINE_ERRORS.includes(code)))
      throw error;
    if (!isVisible(message) || message.length > REFUSAL_MAX)
      throw new Error(`A refusal that is not one visible line: ${message}`);
    return 'refused';
  }
}

/** Gives each kind a folder with its file's companions. */
export function layOutFolder(folder: string, { companions }: ValidInputs): void {
  for (const { kind } of INPUT_READERS) {
    mkdirSync(join(folder, kind), { recursive: true });
    const files = kind.startsWith('golden') ? goldenFiles() : companions;
    for (const [name, bytes] of files) writeFileSync(join(folder, kind, name), bytes);
  }
}
