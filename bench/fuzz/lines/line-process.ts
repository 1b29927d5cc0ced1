import { raiseLimits } from '../../../base/input/index.js';
import { runProgram } from '../../../cli/program.js';
import { openConfig } from '../../../harness/extension/index.js';
import { deriveSeed, RandomStream, type Seed } from '../../../transactions/index.js';
import { drawLine } from './line-words.js';

/**
 * The only argument of the process: the seed, the number of the first line, and the names of the files in its
 * folder.
 */
export interface LineWork {
  readonly seed: Seed;
  readonly first: number;
  readonly files: readonly string[];
}

/** What the process reports: the line that it is about to run, or how the line ended. */
export type LineNews =
  | { readonly begins: number; readonly words: readonly string[] }
  | { readonly ended: number; readonly code: number; readonly printed: string };

const { seed, first, files } = JSON.parse(process.argv[2]!) as LineWork;

let printed = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (piece: string | Uint8Array): boolean => {
    printed += String(piece);
    return true;
  };

const send = (news: LineNews): Promise<void> =>
  new Promise((resolve) => process.send!(news, undefined, undefined, () => resolve()));

// The campaign is over.
process.once('disconnect', () => process.exit());

// Runs lines endlessly, until the campaign stops the process.
for (let number = first; ; number++) {
  const words = await drawLine(new RandomStream(deriveSeed(seed, 'line', number)), files);
  await send({ begins: number, words });
  printed = '';
  const code = await runProgram(words);
  await openConfig('none');
  raiseLimits(1);
  await send({ ended: number, code, printed });
}
