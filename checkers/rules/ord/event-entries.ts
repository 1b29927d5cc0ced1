import type { EventWaitDone, SectionExit } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { getWaveHistory, mergeHistories } from '../../evidence/findings/wave-history.js';
import { formatWave, locateUnit, locateWave } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';

/**
 * Checks ORD-06 for GFX11 and later, where the exiting id is not exposed. A wave's exit is counted once, after it has
 * issued its `done` export (S-092) or ended. In our device model, it is counted only after the exits of all waves that
 * the wave overlaps, because a younger wave may be waiting only for this one. Export-ready lets a wave continue only
 * once all waves that it overlaps have exited (S-054). Accesses still outstanding at the export are left to RACE-01,
 * because a knob determines when the next wave is released.
 */
export function checkEventEntries(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves } = ledgers;
  return {
    on: {
      'section-exit': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const problem = findExitProblem(ledgers, wave);
        if (problem !== undefined) judge.violate(describeExit, ledgers, wave, t, problem);
      },
      'event-wait-done': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined || wave.enteredCycle !== t.cycle) return;
        judge.armed++;
        const unexited = wave.predecessors.find(({ wave: older }) => older.exitedCycle === NEVER);
        if (unexited !== undefined)
          judge.violate(describeEntry, ledgers, wave, t, unexited.wave, unexited.unit);
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

function describeExit(ledgers: Ledgers, wave: WaveRecord, t: SectionExit, problem: string) {
  return {
    cycle: t.cycle,
    unit: 'spi',
    place: locateWave(ledgers, wave),
    allowed:
      'The exit of a wave is counted once, after the wave has issued its done export, and after the exits of the waves that it overlaps.',
    observed: `The exit of ${formatWave(wave)} is ${problem}.`,
    steps: getWaveHistory(ledgers, wave),
    hint: 'Check what the exit tracker treats as the last export of a wave.',
  };
}

function describeEntry(
  ledgers: Ledgers,
  wave: WaveRecord,
  t: EventWaitDone,
  older: WaveRecord,
  unit: number,
) {
  return {
    cycle: t.cycle,
    unit: 'spi',
    place: { ...locateWave(ledgers, wave, t.pc), ...locateUnit(ledgers, unit), otherWave: older.wave },
    allowed: `${formatWave(wave)} waits for export-ready until ${formatWave(older)}, which it overlaps, has exited.`,
    observed: 'It continues although no exit of that wave has been counted.',
    steps: mergeHistories(ledgers, older, wave),
    hint: 'Find out why export-ready was raised while the overlapped wave was in its section.',
  };
}
