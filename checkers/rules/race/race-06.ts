import { COUNTER_NAMES, counterMaximum, GENERATIONS } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { formatPc, formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: a wave has no more accesses outstanding on a counter than the counter can hold, since one more would
 * wrap it to zero and let every wait pass (pops.md 4). The counts are recomputed from issues and returns.
 */
export const RACE_06: Rule = {
  id: 'RACE-06',
  text: 'A counter never has more accesses outstanding than it can count.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, outstandingAccesses, gfx } = ledgers;
  const maxCounts = COUNTER_NAMES.map((counter) => counterMaximum(gfx, counter));
  return {
    on: {
      'memory-issued': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const index = COUNTER_NAMES.indexOf(t.counter);
        const count = outstandingAccesses.getCounts(wave)![index];
        if (count > maxCounts[index]) judge.violate(describe, ledgers, wave, t, count, maxCounts[index]);
      },
    },
  };
}

function describe(
  ledgers: Ledgers,
  wave: WaveRecord,
  { cycle, pc, counter }: MemoryIssued,
  count: number,
  maxCount: number,
): Finding {
  return {
    cycle,
    unit: 'sq',
    place: locateWave(ledgers, wave, pc),
    allowed: `${formatWave(wave)} has at most ${maxCount} accesses outstanding on ${counter}.`,
    observed: `It issues access number ${count} at ${formatPc(ledgers, wave, pc)}.`,
    steps: [],
    hint: 'Find out why the wave did not stall while the counter was full.',
  };
}
