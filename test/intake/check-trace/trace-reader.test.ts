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
import { readTrace } from '../../../intake/check-trace/trace-reader.js';
import { until } from '../../support/until.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pops-trace-')));
const file = join(folder, 'trace.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a trace until it yields a record or is rejected. */
async function readFirst(content: string): Promise<void> {
  writeFileSync(file, content);
  try {
    for await (const _ of readTrace(file)) return;
  } catch {
    // Rejected.
  }
}

/** Counts this process's open file descriptors for the trace. Other tests use other files. */
function countOpenDescriptors(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd)) === file;
    } catch {
      return false; // Closed since it was listed.
    }
  }).length;
}

it.skipIf(process.platform !== 'linux')(
  'closes the trace file if the trace is rejected or not read to the end',
  async () => {
    writeFileSync(file, '');
    const handle = openSync(file, 'r');
    expect(countOpenDescriptors()).toBe(1);
    closeSync(handle);
    for (let round = 0; round < 50; round++)
      for (const content of [
        '{',
        '{}\n{}\n',
        `{"a":"${'a'.repeat(200_000)}"}\n{}`,
        '\u0000',
        '{}\n'.repeat(100_000),
      ])
        await readFirst(content);
    // A stream closes its file only after a few turns of the event loop.
    await until(() => countOpenDescriptors() === 0);
  },
);
