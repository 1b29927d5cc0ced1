import type { CounterLimits, CounterName } from '../../../arch/index.js';
import { COUNTER_NAMES, GENERATIONS } from '../../../arch/index.js';
import type { WaitDone } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { formatPc, formatWave, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { getInstructionAt } from '../../evidence/program/programs.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Invariant: a wave continues after a counter wait with no more accesses outstanding than the wait allows (at
 * most one after `s_waitcnt vmcnt(1)`). The counts are recomputed from issues and returns, so a stream without
 * returns is not checked.
 */
export const RACE_12: Rule = {
  id: 'RACE-12',
  text: 'A wait ends with no more accesses outstanding than it allows.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-086', 'S-089'],
  needs: ['wave-formed', 'memory-issued', 'wait-done'],
  reads: () => ['memory-returned'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, outstandingAccesses: countedAccesses } = ledgers;
  return {
    on: {
      'wait-done': (t) => {
        const wave = countedAccesses.reportsReturns ? waves.find(t.wave) : undefined;
        const counts = wave === undefined ? undefined : countedAccesses.getCounts(wave);
        if (wave === undefined || counts === undefined) return;
        const limits = getInstructionAt(wave.facts.decoded, t.pc)?.limits;
        if (limits === undefined) return;
        judge.armed++;
        checkWait(ledgers, judge, wave, t, counts, limits);
      },
    },
  };
}

/** Checks a wait against the number of accesses that each counter had outstanding when the wait ended. */
function checkWait(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  t: WaitDone,
  counts: readonly number[],
  limits: CounterLimits,
): void {
  for (let i = 0; i < limits.length; i++)
    if (counts[i] > limits[i])
      judge.violate(describe, ledgers, wave, t, COUNTER_NAMES[i], counts[i], limits[i]);
}

function describe(
  ledgers: Ledgers,
  wave: WaveRecord,
  { cycle, pc }: WaitDone,
  counter: CounterName,
  count: number,
  limit: number,
): Finding {
  return {
    cycle,
    unit: 'sq',
    place: locateWave(ledgers, wave, pc),
    allowed: `${formatWave(wave)} continues after ${formatPc(ledgers, wave, pc)} with at most ${limit} accesses outstanding on ${counter}.`,
    observed: `It continues with ${count} still outstanding.`,
    steps: [],
    hint: 'Check what changes the counter, and what the wait compares it with.',
  };
}
