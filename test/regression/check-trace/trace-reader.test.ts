import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { readTrace } from '../../../regression/check-trace/trace-reader.js';

const folder = mkdtempSync(join(tmpdir(), 'pops-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a trace until its first record, or until it is refused, and no farther. */
async function readFirst(content: string): Promise<void> {
  const file = join(folder, 'trace.jsonl');
  writeFileSync(file, content);
  try {
    for await (const _ of readTrace(file)) return;
  } catch {
    // Refused.
  }
}

it.skipIf(process.platform !== 'linux')(
  'closes the file of a trace that is refused, or not read to its end',
  async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    await readFirst('{}\n');
    const before = open();
    for (let times = 0; times < 50; times++)
      for (const content of [
        '{',
        '{}\n{}\n',
        `{"a":"${'a'.repeat(200_000)}"}\n{}`,
        '\u0000',
        '{}\n'.repeat(100_000),
      ])
        await readFirst(content);
    // A stream closes its file some turns after it was given up.
    await vi.waitFor(() => expect(open() - before).toBeLessThan(5), { timeout: 5000 });
  },
);
