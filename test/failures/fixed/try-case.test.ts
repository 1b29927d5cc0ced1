import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES } from '../../../checkers/rules.js';
import { computeGroupFix, formatFix } from '../../../failures/fixed/prove-fixes.js';
import { type CaseOutcome, tryCase } from '../../../failures/fixed/try-case.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { encodeScenario } from '../../../transactions/index.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const overrides = { ...NO_OVERRIDES, chips: ['navi21'] as const, faults: ['F46'] as const };
const seed = '0xbaeecbec99d9790a';
const sequence = findSequence('rmw_buffer');
const faultyScenario = generateTest({ sequence, seed, overrides, corpus: openCorpus() });

const writeFile = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const FAULTY = writeFile('faulty', encodeScenario(faultyScenario));
const FIXED = writeFile('fixed', encodeScenario({ ...faultyScenario, faults: [] }));
const INVALID = writeFile('other', Buffer.from('not a scenario'));

const tryFile = (path: string, rule: string): CaseOutcome =>
  tryCase({ file: path, rule, schedules: 3 }, () => undefined);

const LAST_FAILURE = { lastStep: 'cycle 9: wave 1 enters', repro: 'pops-tb replay x' };

/** Returns the ticket lines for a group with a single rule and the given case outcomes. */
const formatFixLines = (rule: string, ...outcomes: CaseOutcome[]): readonly string[] =>
  formatFix(computeGroupFix({ signature: `${rule} spi`, rule }, outcomes, LAST_FAILURE));

it('removes the given faults from a stored scenario unless its program contains them', () => {
  const outcome = tryCase(
    { file: FAULTY, rule: 'ORD-06', schedules: 3, removedFaults: ['F46'] },
    () => undefined,
  );
  expect(outcome).toMatchObject({ runs: 3, same: 0, different: 0 });
  const inProgram = writeFile('program', encodeScenario({ ...faultyScenario, faults: ['F102'] }));
  const programOutcome = tryCase(
    { file: inProgram, rule: 'RACE-01', schedules: 1, removedFaults: ['F102'] },
    () => undefined,
  );
  expect(programOutcome).toEqual({
    why: expect.stringContaining(
      'F102 is baked into its program or registers and cannot be removed from a stored scenario',
    ),
  });
});

it('reports a group as fixed, with the evidence, only if its rule checked something and no run failed', () => {
  const outcome = tryFile(FIXED, 'ORD-06');
  expect(outcome).toMatchObject({ runs: 3, same: 0, different: 0 });
  const [line, step, ...rest] = formatFixLines('ORD-06', outcome);
  expect(line).toMatch(
    /^fixed: ORD-06 spi: 3 runs of 1 stored scenario pass, with its rule checked \d+ times$/,
  );
  expect([step, ...rest]).toEqual(['  was: cycle 9: wave 1 enters']);
  const idleOutcome = { runs: 3, same: 0, different: 0, armed: 0 };
  expect(formatFixLines('ORD-06', idleOutcome)).toEqual([
    'cannot run: ORD-06 spi: its scenarios no longer give ORD-06 anything to check, so a pass proves nothing',
  ]);
  // Hang rules have nothing to check unless there is a hang.
  const { id } = RULES.find(({ onlyChecksHangs }) => onlyChecksHangs === true)!;
  expect(formatFixLines(id, idleOutcome)[0]).toContain(`fixed: ${id} spi`);
});

it('distinguishes a group that still fails from one that now violates a different rule, and gives a repro', () => {
  const failingOutcome = tryFile(FAULTY, 'ORD-06');
  expect(failingOutcome).toMatchObject({ runs: 3, different: 0 });
  expect(formatFixLines('ORD-06', tryFile(FIXED, 'ORD-06'), failingOutcome)).toEqual([
    expect.stringMatching(/^still failing: ORD-06 spi: [1-3] of 6 runs of 2 stored scenarios fail$/),
    '  pops-tb replay x',
  ]);
  expect(formatFixLines('CFG-01', tryFile(FAULTY, 'CFG-01'))[0]).toMatch(
    /^fails differently: CFG-01 spi: [1-3] of 3 runs of 1 stored scenario fail, but none by violating the group's rule; the first fails with ORD-06 spi$/,
  );
});

it('explains why scenarios can no longer run', () => {
  expect(formatFixLines('acme.X-01', tryFile(FAULTY, 'acme.X-01'))).toEqual([
    'cannot run: acme.X-01 spi: rule acme.X-01 is not loaded',
  ]);
  expect(formatFixLines('ORD-06', tryFile(INVALID, 'ORD-06'))[0]).toMatch(/^cannot run: ORD-06 spi: .*other/);
  expect(formatFixLines('ORD-06')).toEqual(['cannot run: ORD-06 spi: the run stored none of its scenarios']);
  expect(formatFixLines('ORD-06', tryFile(FIXED, 'ORD-06'), tryFile(INVALID, 'ORD-06'))[0]).toMatch(
    /times; 1 more cannot be run: /,
  );
});
