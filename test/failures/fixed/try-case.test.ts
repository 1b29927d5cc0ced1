import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES } from '../../../checkers/rules.js';
import { formatFix } from '../../../failures/fixed/fix-text.js';
import { computeGroupFix } from '../../../failures/fixed/group-fix.js';
import { type CaseOutcome, tryCase } from '../../../failures/fixed/try-case.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { encodeScenario } from '../../../transactions/index.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';

const folder = temporaryFolder();
const overrides = { ...NO_OVERRIDES, chips: ['navi21'] as const, faults: ['F46'] as const };
const seed = '0xbaeecbec99d9790a';
const sequence = findSequence('rmw_buffer');
const broken = generateTest({ sequence, seed, overrides, corpus: openCorpus() });

const file = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const FAULTY = file('faulty', encodeScenario(broken));
const FIXED = file('fixed', encodeScenario({ ...broken, faults: [] }));
const INVALID = file('other', Buffer.from('no scenario'));

const tryFile = (path: string, rule: string): CaseOutcome =>
  tryCase({ file: path, rule, schedules: 3 }, () => undefined);

const LAST_FAILURE = { lastStep: 'cycle 9: wave 1 enters', repro: 'pops-tb replay x' };

/** The ticket lines for a single-rule group, given the outcomes of its cases. */
const fixLinesFor = (rule: string, ...outcomes: CaseOutcome[]): readonly string[] =>
  formatFix(computeGroupFix({ signature: `${rule} spi`, rule }, outcomes, LAST_FAILURE));

it('removes lifted faults from a stored scenario unless its program contains them', () => {
  const lifted = tryCase({ file: FAULTY, rule: 'ORD-06', schedules: 3, lifted: ['F46'] }, () => undefined);
  expect(lifted).toMatchObject({ runs: 3, same: 0, different: 0 });
  const inProgram = file('program', encodeScenario({ ...broken, faults: ['F102'] }));
  const outcome = tryCase(
    { file: inProgram, rule: 'RACE-01', schedules: 1, lifted: ['F102'] },
    () => undefined,
  );
  expect(outcome).toEqual({ why: expect.stringContaining('F102, which stays in a stored scenario') });
});

it('reports a group as fixed, with the evidence, only if its rule checked something and no run failed', () => {
  const outcome = tryFile(FIXED, 'ORD-06');
  expect(outcome).toMatchObject({ runs: 3, same: 0, different: 0 });
  const [line, step, ...rest] = fixLinesFor('ORD-06', outcome);
  expect(line).toMatch(
    /^fixed: ORD-06 spi: 3 runs of 1 stored scenario pass, in which its rule judged \d+ times$/,
  );
  expect([step, ...rest]).toEqual(['  was: cycle 9: wave 1 enters']);
  const idle = { runs: 3, same: 0, different: 0, armed: 0 };
  expect(fixLinesFor('ORD-06', idle)).toEqual([
    'cannot run: ORD-06 spi: its scenarios no longer give ORD-06 anything to check, so a pass proves nothing',
  ]);
  // Hang rules have nothing to check unless there is a hang.
  const { id } = RULES.find(({ checksOnlyHangs }) => checksOnlyHangs === true)!;
  expect(fixLinesFor(id, idle)[0]).toContain(`fixed: ${id} spi`);
});

it('distinguishes a group that still fails from one that now fails another rule, and gives a failing case', () => {
  const same = tryFile(FAULTY, 'ORD-06');
  expect(same).toMatchObject({ runs: 3, different: 0 });
  expect(fixLinesFor('ORD-06', tryFile(FIXED, 'ORD-06'), same)).toEqual([
    expect.stringMatching(/^still failing: ORD-06 spi: [1-3] of 6 runs of 2 stored scenarios fail$/),
    '  pops-tb replay x',
  ]);
  expect(fixLinesFor('CFG-01', tryFile(FAULTY, 'CFG-01'))[0]).toMatch(
    /^fails differently: CFG-01 spi: [1-3] of 3 runs of 1 stored scenario fail, none by its rule; the first by ORD-06 spi$/,
  );
});

it('explains why scenarios can no longer run', () => {
  expect(fixLinesFor('acme.X-01', tryFile(FAULTY, 'acme.X-01'))).toEqual([
    'cannot run: acme.X-01 spi: rule acme.X-01 is not loaded',
  ]);
  expect(fixLinesFor('ORD-06', tryFile(INVALID, 'ORD-06'))[0]).toMatch(/^cannot run: ORD-06 spi: .*other/);
  expect(fixLinesFor('ORD-06')).toEqual(['cannot run: ORD-06 spi: the run stored no scenario of it']);
  expect(fixLinesFor('ORD-06', tryFile(FIXED, 'ORD-06'), tryFile(INVALID, 'ORD-06'))[0]).toMatch(
    /times; 1 other cannot run: /,
  );
});
