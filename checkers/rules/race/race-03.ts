import type { AccessRecord, Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory, NEVER } from '../../kit.js';

/**
 * Before GFX11, a wave reported as overlapping must poll before its first ordered access, and never after it. A wave
 * that enters even though its last poll did not admit it is reported at the end of the run, after any PROTO findings
 * for its program and any ORD findings that result. On GFX11 and later, the event wait comes first.
 */
export const RACE_03 = defineRule({
  id: 'RACE-03',
  text: 'Ordered accesses are issued between the end of the entry wait and the exit.',
  statements: ['S-008', 'S-094'],
  needs: ['wave-formed', 'memory-issued'],
  reads: ({ entry }) => [entry],
  unarmedReason: 'no wave accessed memory that a section writes',
  create(ledgers, judge) {
    const { accesses, entries } = ledgers;
    const report = ({ wave, pc, cycle, operation }: EarlyAccess, when: string): void => {
      if (judge.fires())
        judge.reportAt(wave, cycle, {
          pc,
          unit: 'program',
          allowed: `${formatWave(wave)} accesses ordered memory only between the end of its entry wait and its exit.`,
          observed: `${formatWave(wave)} issues an ordered ${operation} at ${formatPc(ledgers, wave, pc)} ${when}.`,
          steps: [
            ...getWaveHistory(ledgers, wave),
            `cycle ${cycle}: ordered ${operation} at ${formatPc(ledgers, wave, pc)}`,
          ],
          hint:
            wave.exitCount === 0
              ? 'Check whether the access was moved above the wait, and whether the comparison that ends the wait is right.'
              : 'Check whether the access was moved below the exit, and where the exit is sent.',
        });
    };
    const hasWaited = (wave: WaveRecord): boolean =>
      entries.mayEnter(wave) || (!entries.exitsByExport && wave.polledCycle !== NEVER);
    /** Each wave's first access after a poll that should not have admitted it, by the wave's order. */
    const suspects: (EarlyAccess | undefined)[] = [];
    return {
      'memory-issued': (t) => {
        const access = accesses.current.at(t);
        if (access === undefined || !access.isOrdered) return;
        const { wave } = access;
        judge.armed++;
        if (!hasWaited(wave)) report(access, 'before its entry wait');
        else if (wave.exitCount > 0) report(access, 'after its exit');
        else if (!entries.mayEnter(wave)) {
          const { pc, cycle, operation } = access;
          suspects[wave.order] ??= { wave, pc, cycle, operation };
        }
      },
      onWave: {
        'exiting-id-polled': (wave) => {
          const access = suspects[wave.order];
          if (access === undefined) return;
          suspects[wave.order] = undefined;
          report(access, 'inside its entry wait');
        },
      },
      finish: (end) => {
        for (const access of suspects)
          if (access !== undefined) reportEarlyEntry(ledgers, judge, access, end);
      },
    };
  },
});

/** A copy of the details needed for a finding; the ledger reuses its records. */
type EarlyAccess = Pick<AccessRecord, 'wave' | 'pc' | 'cycle' | 'operation'>;

/**
 * Reports a wave that entered even though its last poll did not admit it. This is known only at the end, since a later
 * poll may still admit the wave. The finding is placed one cycle after the end so that it sorts last, because a failure
 * takes its name from its first finding.
 */
function reportEarlyEntry(ledgers: Ledgers, judge: Judge, access: EarlyAccess, end: number): void {
  const { wave, pc, cycle, operation } = access;
  const place = formatPc(ledgers, wave, pc);
  if (judge.fires())
    judge.reportAt(wave, end + 1, {
      pc,
      unit: 'sq',
      allowed: `${formatWave(wave)} stays in its entry wait until a poll returns an id newer than every id it is waiting for.`,
      observed: `The last poll of ${formatWave(wave)} returned ${wave.polledId}, but it continued with an ordered ${operation} at ${place}.`,
      steps: [...getWaveHistory(ledgers, wave), `cycle ${cycle}: ordered ${operation} at ${place}`],
      hint: 'Check the comparison that ends the wait, in the program and in the unit that executes it.',
    });
}
