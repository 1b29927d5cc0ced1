import type { InstructionsIssued } from '../../../transactions/index.js';
import { mayReportFalseOverlaps } from '../../evidence/facts/sharers.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { DefaultMap, getInstructionAt, NEVER } from '../../kit.js';
import { computeEventWaitBound, computeFirstIssueBound } from './entry-bound.js';

/** Reports that a wave could have continued at `since` but did not before `until`, more than `bound` cycles later. */
type LateEntry = (wave: WaveRecord, since: number, until: number, bound: number) => void;

/**
 * Checks the GFX11 half of IDLE-01: `s_wait_event` ends within the bound after every wave that it may legally
 * wait for has exited. A wave that reaches an event wait and never continues is checked at the end of the
 * stream, unless the device went idle with work outstanding.
 */
export function checkEventWaits(ledgers: Ledgers, judge: Judge, reportLate: LateEntry): RuleCheck {
  const { waves, scenario } = ledgers;
  const maxIssueGap = scenario.freedoms.issueGap[1];
  /** The pc of each wave's last reported instruction, and the latest cycle in which the wave may complete it. */
  const progressByWave = new DefaultMap<WaveRecord, { cycle: number; pc: number }>(() => ({
    cycle: 0,
    pc: -1,
  }));
  /** Returns the wave with the given number, or undefined once it has entered. */
  const findBeforeEntry = (number: number): WaveRecord | undefined => {
    const wave = waves.find(number);
    return wave?.enteredCycle === NEVER ? wave : undefined;
  };
  /** Advances a wave past a reported event, which starts in the given cycle and takes the given number of cycles. */
  const advance = (wave: WaveRecord, cycle: number, pc: number | undefined, cycles: number): void => {
    const progress = progressByWave.getOrCreate(wave);
    progress.cycle = Math.max(progress.cycle, cycle) + cycles;
    progress.pc = pc ?? progress.pc;
  };
  const advanceBy = (t: InstructionsIssued, times: number): void => {
    const wave = findBeforeEntry(t.wave);
    if (wave !== undefined)
      advance(wave, t.cycle, t.last, times * maxIssueGap * countInstructions(wave, t.first, t.last));
  };
  /**
   * @param arrivedCycle when the wave completed everything before its wait; undefined if the wait is its first
   * instruction
   */
  const checkWait = (wave: WaveRecord, arrivedCycle: number | undefined, until: number): void => {
    const lastExitCycle = findLastExit(ledgers, wave);
    if (lastExitCycle === NEVER) return;
    judge.armed++;
    const latency = arrivedCycle === undefined ? computeFirstIssueBound(scenario, ledgers.bursts.longest) : 0;
    const ready = Math.max(wave.exportSpaceCycle, wave.launchedCycle + latency, arrivedCycle ?? 0);
    const since = Math.max(lastExitCycle, ready);
    const bound = computeEventWaitBound(scenario, ledgers.bursts.longest);
    if (until - since > bound) reportLate(wave, since, until, bound);
  };
  return {
    'instructions-issued': (t) => advanceBy(t, 1),
    'instructions-repeated': advanceBy,
    'wait-done': (t) => {
      const wave = findBeforeEntry(t.wave);
      if (wave !== undefined) advance(wave, t.cycle, t.pc, maxIssueGap);
    },
    'translation-failed': (t) => {
      // A trap handler runs before the wave resumes where it was (P-148).
      const wave = t.action === 'trap' ? findBeforeEntry(t.wave) : undefined;
      if (wave !== undefined) advance(wave, t.cycle, undefined, scenario.freedoms.xnackLatency[1]);
    },
    onWave: {
      'event-wait-done': (wave, t) => {
        if (wave.enteredCycle !== t.cycle) return;
        const arrivedCycle = progressByWave.get(wave)?.cycle;
        progressByWave.delete(wave);
        checkWait(wave, arrivedCycle, t.cycle);
      },
      // Waves without a section never reach an event wait.
      'wave-ended': (wave) => progressByWave.delete(wave),
    },
    finish: (end) => {
      for (const [wave, { cycle, pc }] of progressByWave)
        if (wave.exportSpaceCycle !== NEVER && isAtWait(wave, pc)) checkWait(wave, cycle, end);
    },
  };
}

/** Whether a wave is at an event wait, which is either its last reported instruction or the next one. */
function isAtWait({ facts: { decoded } }: WaveRecord, pc: number): boolean {
  const last = getInstructionAt(decoded, pc);
  if (last === undefined) return false;
  const next = last.kind === 'branch' ? undefined : decoded.instructions[last.index + 1];
  return last.kind === 'wait-event' || next?.kind === 'wait-event';
}

function countInstructions(wave: WaveRecord, first: number, last: number): number {
  const { indexByPc } = wave.facts.decoded;
  return indexByPc[last >> 2] - indexByPc[first >> 2] + 1;
}

/**
 * Returns the cycle in which the last wave that this wave may legally wait for exited, or the cycle in which this
 * wave was formed if that is later. Returns NEVER if any such wave has not exited. A wave may wait for:
 * - waves that it overlaps and that were unfinished when it was formed;
 * - waves that it was reported to overlap and that share a pixel with it;
 * - all waves that it was reported to overlap, if the device may report false overlaps.
 */
function findLastExit(ledgers: Ledgers, wave: WaveRecord): number {
  const { waves, scenario } = ledgers;
  let lastExitCycle = wave.formedCycle;
  for (const { wave: older } of wave.predecessors) {
    if (older.exitedCycle === NEVER) return NEVER;
    lastExitCycle = Math.max(lastExitCycle, older.exitedCycle);
  }
  for (const older of waves.getReportedOverlaps(wave)) {
    if (older === undefined || (older.exitedCycle !== NEVER && older.exitedCycle <= lastExitCycle)) continue;
    if (!mayReportFalseOverlaps(scenario.freedoms) && !sharesPixel(ledgers, older, wave)) continue;
    if (older.exitedCycle === NEVER) return NEVER;
    lastExitCycle = older.exitedCycle;
  }
  return lastExitCycle;
}

function sharesPixel({ grid }: Ledgers, a: WaveRecord, b: WaveRecord): boolean {
  const pixels = new Set(Array.from(a.held.units, (unit) => grid.getPixel(unit)));
  return b.held.units.some((unit) => pixels.has(grid.getPixel(unit)));
}
