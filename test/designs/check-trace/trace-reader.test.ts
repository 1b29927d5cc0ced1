import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readTrace } from '../../../designs/check-trace/trace-reader.js';
import { until } from '../../support/until.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pops-trace-')));
const file = join(folder, 'trace.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a trace only up to its first record, or until it is rejected. */
async function readFirst(content: string): Promise<void> {
  writeFileSync(file, content);
  try {
    for await (const _ of readTrace(file)) return;
  } catch {
    // Rejected.
  }
}

/** Number of times that this process has the trace open; its other tests use other files. */
function timesOpen(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd)) === file;
    } catch {
      return false; // Closed since it was listed.
    }
  }).length;
}

it.skipIf(process.platform !== 'linux')(
  'closes the file of a trace that is refused, or not read to its end',
  async () => {
    writeFileSync(file, '');
    const handle = openSync(file, 'r');
    expect(timesOpen()).toBe(1);
    closeSync(handle);
    for (let times = 0; times < 50; times++)
      for (const content of [
        '{',
        '{}\n{}\n',
        `{"a":"${'a'.repeat(200_000)}"}\n{}`,
        '\u0000',
        '{}\n'.repeat(100_000),
      ])
        await readFirst(content);
    // A stream closes its file some turns after it is abandoned.
    await until(() => timesOpen() === 0);
  },
);
