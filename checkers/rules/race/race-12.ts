import { COUNTER_NAMES, type CounterName, NO_LIMIT } from '../../../arch/index.js';
import type { WaitDone, WaveEnded } from '../../../transactions/index.js';
import { defineRule, findWaveProgram, formatAnyPc, getInstructionAt, getWaveName } from '../../kit.js';

const EXP = COUNTER_NAMES.indexOf('exp');

/** The end of a program that also ends its section waits for all counters. */
const ALL_ZERO: readonly number[] = COUNTER_NAMES.map(() => 0);

/**
 * The counts are recomputed from issues, returns and grants. Waves of all kinds are checked. Whether a wait ended
 * before the load of a parameter shows only when the load is served.
 */
export const RACE_12 = defineRule({
  id: 'RACE-12',
  text: 'A wait ends with no more accesses outstanding than it allows.',
  statements: ['S-083', 'S-086', 'S-089', 'S-090', 'P-124'],
  needs: ['wave-formed', 'memory-issued', 'wait-done'],
  reads: () => ['memory-returned'],
  create(ledgers, judge) {
    const { outstandingAccesses: accesses } = ledgers;
    /** Each wave's last wait for `exp`. */
    const exportWaits = new Map<number, WaitDone & { readonly limit: number }>();
    const report = (t: WaitDone | WaveEnded, counter: CounterName, limit: number, count: number): void => {
      if (count > limit && judge.fires())
        judge.reportAt(t, t, {
          unit: 'sq',
          allowed: `${getWaveName(ledgers, t.wave)} continues after ${formatAnyPc(ledgers, t.wave, t.pc)} with at most ${limit} accesses outstanding on ${counter}.`,
          observed: `${getWaveName(ledgers, t.wave)} continues with ${count} accesses still outstanding on ${counter}.`,
          hint: 'Check what changes the counter, and what the wait compares it with.',
        });
    };
    const judgeWait = (t: WaitDone | WaveEnded, limits: readonly number[]): void => {
      let isJudged = false;
      for (let i = 0; i < limits.length; i++) {
        if (limits[i] === NO_LIMIT) continue;
        const count = accesses.count(t, i);
        isJudged ||= count !== undefined;
        report(t, COUNTER_NAMES[i]!, limits[i]!, count ?? 0);
      }
      if (isJudged) judge.armed++;
    };
    return {
      'wait-done': (t) => {
        const program = findWaveProgram(ledgers, t.wave);
        const limits = program && getInstructionAt(program, t.pc)?.limits;
        if (limits === undefined) return;
        if (limits[EXP] !== NO_LIMIT) exportWaits.set(t.wave, { limit: limits[EXP]!, ...t });
        judgeWait(t, limits);
      },
      'wave-ended': (t) => {
        if (t.by === 'end-ordered') judgeWait(t, ALL_ZERO);
      },
      'direct-read-served': ({ wave, asked }) => {
        const wait = exportWaits.get(wave);
        if (wait === undefined || wait.cycle <= asked) return;
        exportWaits.delete(wave);
        judge.armed++;
        report(wait, 'exp', wait.limit, accesses.count(wait, EXP) ?? 0);
      },
      'resource-released': ({ wave }) => exportWaits.delete(wave),
    };
  },
});
