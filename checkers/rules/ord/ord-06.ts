import { type SectionExit, setting } from '../../../transactions/index.js';
import type { PackerRecord } from '../../evidence/ledger/packers.js';
import { NO_PACKER } from '../../evidence/ledger/wave-record.js';
import {
  defineRule,
  formatCount,
  formatWave,
  getWaveHistory,
  type Judge,
  type Ledgers,
  locateUnit,
  locateWave,
  mergeHistories,
  NEVER,
  type RuleCheck,
  type WaveRecord,
} from '../../kit.js';

/**
 * Checks ORD-06 for GFX11 and later, where the exiting id is not exposed. A wave's exit is counted once, after it has
 * issued its `done` export (S-092) or ended. In our device model, it is counted only after the exits of all waves that
 * the wave overlaps, because a younger wave may be waiting only for this one. Export-ready lets a wave continue only
 * once all waves that it overlaps have exited (S-054). Accesses still outstanding at the export are left to RACE-01,
 * because a knob determines when the next wave is released.
 */
function checkEventEntries(ledgers: Ledgers, judge: Judge): RuleCheck {
  return {
    onWave: {
      'section-exit': (wave, t) => {
        const problem = findEarlyExit(ledgers, wave);
        if (judge.finds(problem))
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
        const unexited = wave.predecessors.find(({ wave: older }) => older.exitedCycle === NEVER);
        if (judge.finds(unexited))
          judge.reportAt(wave, t, {
            unit: 'spi',
            place: { ...locateUnit(ledgers, unexited.unit), otherWave: unexited.wave.wave },
            allowed: `${formatWave(wave)} waits for export-ready until ${formatWave(unexited.wave)}, which it overlaps, has exited.`,
            observed: `${formatWave(wave)} ends its entry wait although no exit of ${formatWave(unexited.wave)}, which it overlaps, has been counted.`,
            steps: mergeHistories(ledgers, unexited.wave, wave),
            hint: 'Find out why export-ready was raised while the overlapped wave was in its section.',
          });
      },
    },
  };
}

function findEarlyExit({ isForeign }: Ledgers, wave: WaveRecord): string | undefined {
  if (wave.countedExits > 1) return `counted ${wave.countedExits} times`;
  if (wave.exitCount === 0 && wave.endedCycle === NEVER)
    return 'counted although the wave has neither issued its done export nor ended';
  if (isForeign) return undefined;
  const unexited = wave.predecessors.find(({ wave: older }) => older.exitedCycle === NEVER);
  return unexited === undefined
    ? undefined
    : `counted although ${formatWave(unexited.wave)}, which it overlaps, has not exited`;
}

const ADVANCE_AT_MESSAGE = setting('exitAdvance', 'message');
const ADVANCE_AT_END = setting('exitAdvance', 'wave-end');

/**
 * An exit is only counted for a wave that has issued it or ended, and that has no ordered access outstanding. A poll
 * reads the exiting id of the packer that its wave has selected (S-024), and may briefly see an older id.
 */
export const ORD_06 = defineRule({
  id: 'ORD-06',
  text: "Each packer's exiting id only moves forward, one wave at a time, and neither it nor export-ready gets ahead of a wave still in its section.",
  statements: ['S-033', 'S-041', 'S-054', 'S-080', 'S-092'],
  needs: ['wave-formed', 'wave-ended', 'section-exit'],
  definiteNeeds: ['wave-formed', 'section-exit'],
  reads: ({ exits }) => [...exits, 'memory-performed'],
  skips: {
    devices:
      'other than our own: when an exit message arrives, and in which order GFX11 counts, is not documented',
  },
  create: (ledgers, judge) =>
    ledgers.entries.exitsByExport ? checkEventEntries(ledgers, judge) : checkIds(ledgers, judge),
});

function checkIds(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { packers } = ledgers;
  return {
    'exiting-id-visible': (t) => {
      judge.armed++;
      const packer = packers.getPacker(t.packer);
      const limit = packers.getExitingSequence(packer);
      if (packer.visibleSequence <= limit && packer.visibleSequence >= packer.previousVisible) return;
      const isBeyond = packer.visibleSequence > limit;
      if (judge.fires())
        judge.report({
          cycle: t.cycle,
          unit: 'spi',
          place: { packer: t.packer, id: t.id },
          allowed: `The exiting id of packer ${t.packer} moves forward from ${packers.getId(packer.previousVisible)} and may reach ${packers.getId(limit)} at most.`,
          observed: `Id ${t.id} becomes visible, ${isBeyond ? `which ${describeBeyond(ledgers, packer)}` : 'so the exiting id moves backwards'}.`,
          steps: getOldestHistory(ledgers, packer),
          hint: 'Check the exit tracker: what it counts, and what it shows while the oldest wave is in its section.',
        });
    },
    onWave: {
      'section-exit': (wave, t) => {
        judge.armed++;
        checkExit(ledgers, judge, wave, t);
      },
      'exiting-id-polled': (wave, t) => {
        judge.armed++;
        const { selectedPacker } = wave;
        // A wave with no packer selected does not read an exiting id. HANG-01 reports the consequences.
        const hasPackers = selectedPacker !== NO_PACKER && t.packer !== NO_PACKER;
        if (hasPackers && t.packer !== selectedPacker && judge.fires())
          judge.reportAt(wave, t, {
            unit: 'spi',
            allowed: `${formatWave(wave)} has selected packer ${wave.selectedPacker}, so its polls read the exiting id of that packer.`,
            observed: `${formatWave(wave)} reads id ${t.id} from packer ${t.packer}.`,
            steps: getWaveHistory(ledgers, wave),
            hint: 'Check which packer the poll reads, and whether the write to the packer register takes effect.',
          });
        if (t.packer !== wave.packer) return;
        const packer = packers.getPacker(t.packer);
        const exiting = packers.getExitingSequence(packer);
        const sequence = packers.ids.findNearest(wave.visibleAtFormation, exiting, t.id);
        const age = wave.visibleAtFormation - sequence;
        if ((age > 0 || sequence > exiting) && judge.fires())
          judge.reportAt(wave, t, {
            unit: 'spi',
            allowed:
              age > 0
                ? `A poll on packer ${t.packer} reads no id older than ${packers.getId(wave.visibleAtFormation)}, which was visible when the wave was formed.`
                : `A poll on packer ${t.packer} reads ${packers.getId(exiting)} or an older id.`,
            observed: `${formatWave(wave)} reads ${t.id}, which ${age > 0 ? `is ${formatCount(age, 'id', 'ids')} older` : describeBeyond(ledgers, packer)}.`,
            steps: getOldestHistory(ledgers, packer),
            hint: 'Check which packer the poll reads, and the exiting id of that packer.',
          });
      },
    },
  };
}

function checkExit(ledgers: Ledgers, judge: Judge, wave: WaveRecord, t: SectionExit): void {
  const { packers } = ledgers;
  const packer = packers.getPacker(wave.packer);
  const isOutOfOrder =
    t.packer === wave.packer && wave.countedExits === 1 && wave.indexInPacker >= packer.oldest;
  if (isOutOfOrder) {
    judge.violateDefinitely(describeOutOfOrderExit, ledgers, packer, wave, t.cycle);
    return;
  }
  const problem = findExitProblem(ledgers, packer, wave, t);
  if (problem !== undefined && judge.fires())
    judge.reportAt(wave, t.cycle, {
      unit: 'spi',
      allowed: `Packer ${wave.packer} counts the exit of its oldest unexited wave exactly once, after that wave has exited and its section has no accesses outstanding.`,
      observed: `The exit of ${formatWave(wave)} is ${problem}.`,
      steps: getExitHistory(ledgers, packer, wave),
      hint: 'Check what the exit tracker counts as the exit of this wave, and the order in which it retires waves.',
    });
}

function describeOutOfOrderExit(ledgers: Ledgers, packer: PackerRecord, wave: WaveRecord, cycle: number) {
  const first = formatWave(ledgers.packers.getOldestUnexited(packer)!);
  return {
    cycle,
    unit: 'spi' as const,
    place: locateWave(ledgers, wave),
    allowed: `Packer ${wave.packer} counts the exits of its waves in the order of their ids: ${first} must exit next.`,
    observed: `The exit of ${formatWave(wave)} is counted before that of ${first}, which is older and has not exited.`,
    steps: getExitHistory(ledgers, packer, wave),
    hint: 'Check the order in which the exit tracker retires waves.',
  };
}

function findExitProblem(ledgers: Ledgers, packer: PackerRecord, wave: WaveRecord, t: SectionExit) {
  const { packers } = ledgers;
  if (t.packer !== wave.packer) return `counted by packer ${t.packer}, not packer ${wave.packer}`;
  if (wave.countedExits > 1) return `counted ${wave.countedExits} times`;
  const next = packers.getId(packers.getExitingSequence(packer));
  if (t.id !== next)
    return `counted with the wrong id: the exiting id becomes ${t.id}, but the oldest id that has not exited is ${next}`;
  return findEarlyCount(ledgers, wave) ?? findEarlyArrival(ledgers, wave, t.cycle);
}

/**
 * Returns a problem if an exit was counted before its message could have arrived, unless the device counts exits at
 * wave end (U1, U11).
 */
function findEarlyArrival({ scenario, isForeign }: Ledgers, wave: WaveRecord, cycle: number) {
  const { exitAdvance, messageLatency } = scenario.freedoms;
  if (isForeign || exitAdvance === ADVANCE_AT_END || wave.firstPackerWriteCycle === NEVER) return undefined;
  const elapsed = cycle - wave.exitIssuedCycle;
  return elapsed < messageLatency[0]
    ? `counted, but its message was sent only ${formatCount(elapsed, 'cycle', 'cycles')} ago and takes at least ${messageLatency[0]}`
    : undefined;
}

function findEarlyCount({ scenario }: Ledgers, wave: WaveRecord): string | undefined {
  const hasEnded = wave.endedCycle !== NEVER;
  if (wave.exitCount === 0 && wave.firstPackerWriteCycle !== NEVER)
    return 'counted although the wave, which set its packer, never sent one';
  if (wave.exitCount === 0 && !hasEnded) return 'counted, but the wave has neither sent its exit nor ended';
  if (wave.orderedOutstanding > 0)
    return `counted, but the wave still has ${formatCount(wave.orderedOutstanding, 'ordered access', 'ordered accesses')} outstanding`;
  if (scenario.freedoms.exitAdvance !== ADVANCE_AT_MESSAGE && !hasEnded)
    return 'counted, but the wave has not ended, and this device counts exits at wave end';
  return undefined;
}

function describeBeyond({ packers }: Ledgers, packer: PackerRecord): string {
  const oldest = packers.getOldestUnexited(packer);
  return oldest === undefined
    ? 'is beyond the next wave to be formed'
    : `is past ${formatWave(oldest)}, a wave that has not exited`;
}

/** Returns the history of the counted wave, merged with that of the oldest wave that has not exited, if they differ. */
function getExitHistory(ledgers: Ledgers, packer: PackerRecord, wave: WaveRecord): string[] {
  const oldest = ledgers.packers.getOldestUnexited(packer) ?? wave;
  return oldest === wave ? getWaveHistory(ledgers, wave) : mergeHistories(ledgers, oldest, wave);
}

function getOldestHistory(ledgers: Ledgers, packer: PackerRecord): string[] {
  const oldest = ledgers.packers.getOldestUnexited(packer);
  return oldest === undefined ? [] : getWaveHistory(ledgers, oldest);
}
