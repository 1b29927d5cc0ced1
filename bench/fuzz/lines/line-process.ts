import { raiseLimits } from '../../../base/input/index.js';
import { runProgram } from '../../../cli/program.js';
import { openConfig } from '../../../harness/extension/index.js';
import { deriveSeed, RandomStream, type Seed } from '../../../transactions/index.js';
import { generateLine } from './line-words.js';

/** The process's only argument, as JSON: the seed, the index of the first line, and the names of the files to use. */
export interface CommandLineWork {
  readonly seed: Seed;
  readonly first: number;
  readonly files: readonly string[];
}

/** A message from the process: it is about to run a line, or it has finished one. */
export type CommandLineMessage =
  | { readonly started: number; readonly words: readonly string[] }
  | { readonly ended: number; readonly code: number; readonly output: string };

const { seed, first, files } = JSON.parse(process.argv[2]!) as CommandLineWork;

let printed = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array): boolean => {
    printed += String(chunk);
    return true;
  };

const send = (message: CommandLineMessage): Promise<void> =>
  new Promise((resolve) => process.send!(message, undefined, undefined, () => resolve()));

// Exits when the campaign ends.
process.once('disconnect', () => process.exit());

// Runs lines until the campaign stops the process.
for (let number = first; ; number++) {
  const words = await generateLine(new RandomStream(deriveSeed(seed, 'line', number)), files);
  await send({ started: number, words });
  printed = '';
  const code = await runProgram(words);
  await openConfig('none');
  raiseLimits(1);
  await send({ ended: number, code, output: printed });
}
