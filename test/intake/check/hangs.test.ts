import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { computeWaveBudget } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { checkProgram } from '../../../intake/check/check-program.js';
import type { CorpusRecord } from '../../../stimulus/index.js';
import { assembleRecord, readAssembly } from './support/broken-records.js';
import { checkText } from './support/check-text.js';

const corpus = openCorpus();
const NAVI21 = 'rmw_buffer/navi21/w64/mono';

function check(record: CorpusRecord, seeds: number) {
  const { id, gfx } = record;
  return checkProgram({ id, gfx, file: '', record, assumed: [] }, { seeds, seed: '0x1' }, corpus);
}

/** Adds a loop to the record's section; the loop ends when its counter, incremented by 2, equals `end`. */
function makeLoopingRecord(end: string): CorpusRecord {
  const loop = `s_mov_b32 s0, 0\nagain: s_add_u32 s0, s0, 2\ns_cmp_lg_u32 s0, ${end}\ns_cbranch_scc1 again`;
  const lines = readAssembly(NAVI21).map((line) =>
    line.startsWith('s_sendmsg') ? `${line}\n${loop}` : line,
  );
  return { ...assembleRecord(NAVI21, lines.join('\n')), id: 'looping' };
}

it('reports a loop that exceeds its budget without calling it a hang', () => {
  const { verdict, reason, runs } = check(makeLoopingRecord('0x77777777'), 8);
  expect(verdict).toBe('unsupported');
  expect(reason).toMatch(/^inconclusive: wave \d+ executed \d+ instructions .* from pc 0xac to 0xa0; /);
  expect(runs).toBe(1);
});

it('passes a long correct program because its budget grows with its length', () => {
  const longRecord = makeLoopingRecord('0x4000');
  expect(check({ ...longRecord, variants: longRecord.variants.slice(0, 1) }, 1).verdict).toBe('pass');
  const computeBudget = (words: number): number =>
    computeWaveBudget({ programs: [{ words: Array<number>(words).fill(0) }] } as unknown as Parameters<
      typeof computeWaveBudget
    >[0]);
  expect(computeBudget(10_000)).toBeGreaterThan(2000 * 10_000);
});

it('detects within 20,000 cycles that a wave64 program sleeps forever if it never writes the packer', () => {
  const text = readFileSync(
    join(findPackageRoot(), 'docs/examples/shaders/gfx103-message-only-when-overlapped.s'),
    'utf8',
  ).replace(/^; expect: pass\n|^ *s_setreg_b32 .*\n/gm, '');
  const { verdict, violations, runs } = checkText({ text, state: {} });
  expect(verdict).toBe('fail');
  expect(runs).toBeLessThan(5);
  const hang = violations.find(({ violation }) => violation.rule === 'HANG-01')!.violation;
  expect(hang.cycle).toBeLessThan(20_000);
});
