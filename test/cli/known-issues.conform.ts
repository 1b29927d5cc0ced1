import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findKnownIssue } from '../../harness/records/known-issues.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
// Use a single sequence and chip to keep the number of buckets small: rendering a failure for each takes longer than
// running the tests.
const FEW_BUCKETS = ['--test', 'empty_section', '--chip', 'navi21'];
const LIMITS = ['--count', '4', '--max-failures', '2'];
const TESTS = ['--seed', '0xd15c', ...LIMITS, ...FEW_BUCKETS, '--fault', 'F46', '--json'];

/** Runs tests, treating failures with these signatures as known issues. */
async function runWithKnown(known: readonly string[], out: string, expires = '9999-12-31') {
  const issue = { reason: 'the exiting id is early', owner: 'kim', expires };
  const file = join(folder, `${out}.json`);
  writeFileSync(file, JSON.stringify(known.map((signature) => ({ signature, ...issue }))));
  const { code, stdout } = await callCli([
    'run',
    ...TESTS,
    '--known-issues',
    file,
    '--out',
    join(folder, out),
  ]);
  return { code, document: JSON.parse(stdout) };
}

describe('known issues', () => {
  it('are shown with their owner, and neither fail the run nor count towards --max-failures', async () => {
    const { code, document } = await runWithKnown(['*'], 'excused');
    expect(code).toBe(0);
    expect(document.tests).toBe(4);
    expect(document.failed).toBeGreaterThan(2);
    for (const bucket of document.buckets) expect(bucket.known.owner).toBe('kim');
  });

  it.each([
    ['error', 'error TypeError x is not a function', 'error *'],
    ['nondeterminism', 'nondeterminism rmw_buffer', 'nondeterminism *'],
  ])(
    'excuse an error in the testbench itself (%s) only if they name it explicitly',
    (rule, signature, pattern) => {
      const issue = { reason: 'r', owner: 'kim', expires: '9999-12-31' };
      const failure = { rule, signature };
      expect(findKnownIssue([{ ...issue, signature: '*' }], failure)).toBe(undefined);
      expect(findKnownIssue([{ ...issue, signature: `${signature.slice(0, 3)}*` }], failure)).toBe(undefined);
      for (const known of [{ signature: pattern }, { rule }, { rule, signature: '*' }]) {
        expect(findKnownIssue([{ ...issue, ...known }], failure)).toMatchObject({ owner: 'kim' });
      }
    },
  );

  it.each([['run', '--resume'], ['merge']])(
    'no longer excuse failures of a finished run in %j once they have expired',
    async (...command) => {
      const out = `expiring-${command.length}`;
      expect((await runWithKnown(['*'], out, '2120-01-01')).code).toBe(0);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2120-01-02') });
      try {
        const merged = command.length === 1 ? ['--out', join(folder, 'merged')] : [];
        const { code, stdout } = await callCli([...command, join(folder, out), ...merged, '--json']);
        expect([code, JSON.parse(stdout).tests]).toEqual([1, 4]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('do not excuse failures that they do not match', async () => {
    const { code, document } = await runWithKnown(['HANG-99*'], 'unexcused');
    expect(code).toBe(1);
    expect(document.failed).toBe(2);
    expect(document.buckets[0]).not.toHaveProperty('known');
  });
});
