import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { makeColours } from '../../../harness/text/index.js';
import { checkAndDraw } from '../../../intake/check-trace/check-trace.js';
import { formatTrace } from '../../../intake/check-trace/trace-text.js';

const EXAMPLE = join(findPackageRoot(), 'docs', 'examples', 'trace');

it('draws the waves of the first violation, and lists the other rules that fired', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pops-picture-'));
  try {
    const file = join(folder, 'trace.jsonl');
    writeFileSync(file, readFileSync(join(EXAMPLE, 'trace.jsonl'), 'utf8').replaceAll('"id":1,', '"id":5,'));
    const trace = await checkAndDraw(file, join(EXAMPLE, 'scenario.json'), {});
    const style = { width: 100, unicode: false, colour: makeColours(false) };
    const text = formatTrace(trace, 'REPRO', style);
    expect(text).toMatch(/^A {2}wave 0 .*\n(?:.*\n)*B {2}wave 1 /m);
    expect(text).toContain('! LAUNCH-04, cycle 3');
    expect(text).toMatch(/^ {2}ORD-06 at cycle \d+ \(and \d+ more\): The exit of wave 0 /m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
