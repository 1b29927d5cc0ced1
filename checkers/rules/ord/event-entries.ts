import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { formatWave, getWaveHistory, locateUnit, mergeHistories, NEVER } from '../../kit.js';

/**
 * Checks ORD-06 for GFX11 and later, where the exiting id is not exposed. A wave's exit is counted once, after it has
 * issued its `done` export (S-092) or ended. In our device model, it is counted only after the exits of all waves that
 * the wave overlaps, because a younger wave may be waiting only for this one. Export-ready lets a wave continue only
 * once all waves that it overlaps have exited (S-054). Accesses still outstanding at the export are left to RACE-01,
 * because a knob determines when the next wave is released.
 */
export function checkEventEntries(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    onWave: {
      'section-exit': (wave, t) => {
        judge.armed++;
        const problem = findExitProblem(ledgers, wave);
        if (problem !== undefined && judge.fires())
          judge.reportAt(wave, t.cycle, {
            unit: 'spi',
            allowed:
              'The exit of a wave is counted once, after the wave has issued its done export, and after the exits of the waves that it overlaps.',
            observed: `The exit of ${formatWave(wave)} is ${problem}.`,
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check what the exit tracker treats as the last export of a wave.',
          });
      },
      'event-wait-done': (wave, t) => {
        if (wave.enteredCycle !== t.cycle) return;
        judge.armed++;
        const unexited = wave.predecessors.find(({ wave: older }) => older.exitedCycle === NEVER);
        if (unexited !== undefined && judge.fires())
          judge.reportAt(wave, t, {
            unit: 'spi',
            place: { ...locateUnit(ledgers, unexited.unit), otherWave: unexited.wave.wave },
            allowed: `${formatWave(wave)} waits for export-ready until ${formatWave(unexited.wave)}, which it overlaps, has exited.`,
            observed: 'It continues although no exit of that wave has been counted.',
            steps: mergeHistories(ledgers, unexited.wave, wave),
            hint: 'Find out why export-ready was raised while the overlapped wave was in its section.',
          });
      },
    },
  };
}

function findExitProblem({ isForeign }: Ledgers, wave: WaveRecord): string | undefined {
  if (wave.countedExits > 1) return `counted ${wave.countedExits} times`;
  if (wave.exitCount === 0 && wave.endedCycle === NEVER)
    return 'counted although the wave has neither issued its done export nor ended';
  if (isForeign) return undefined;
  const unexited = wave.predecessors.find(({ wave: older }) => older.exitedCycle === NEVER);
  return unexited === undefined
    ? undefined
    : `counted although ${formatWave(unexited.wave)}, which it overlaps, has not exited`;
}
