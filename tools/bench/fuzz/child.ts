import { join } from 'node:path';
import { runProgram } from '../../../cli/program.js';
import { openConfig } from '../../../harness/extension/index.js';
import { raiseLimits } from '../../../harness/input/index.js';
import { EXIT } from '../../../harness/terminal/index.js';
import type { ChildAnswer, ChildRequest } from './monitored-child.js';
import { INPUT_READERS, LINE_FOLDER, READER_FOLDER, readAs } from './readers.js';

const folder = process.cwd();
process.chdir(LINE_FOLDER);

let printed = '';
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array): boolean => {
    printed += String(chunk);
    return true;
  };

process.on('message', async (request: ChildRequest) => {
  const answer = await perform(request).catch(
    (error: unknown): ChildAnswer => ({ problem: `${error instanceof Error ? error.stack : error}` }),
  );
  process.send!(answer);
});
// Exits when the campaign ends.
process.once('disconnect', () => process.exit());

async function perform(request: ChildRequest): Promise<ChildAnswer> {
  if ('words' in request) return await runLine(request.words);
  const reader = INPUT_READERS.find(({ kind }) => kind === request.reader)!;
  return { outcome: await readAs(reader, request.bytes, join(folder, READER_FOLDER)) };
}

/** Runs a command line. Exit code 4, which says that the user is not at fault, or an unknown one is a problem. */
async function runLine(words: readonly string[]): Promise<ChildAnswer> {
  printed = '';
  const code = await runProgram(words);
  await openConfig('none');
  raiseLimits(1);
  if (code < EXIT.INFRASTRUCTURE || code === EXIT.INTERRUPTED) return { outcome: `exit code ${code}` };
  return { problem: `exit code ${code}: ${printed}` };
}
