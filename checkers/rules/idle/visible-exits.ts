import { chipOf, factsOf } from '../../../arch/index.js';
import { formatNumber } from '../../../transactions/index.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { describeExceededLatency, formatCount, formatWave, getWaveHistory } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';

/** An exit that has been counted but is not yet visible to polls. */
interface UnseenExit {
  /** The exiting wave's record, since the wave may leave the ledger before polls see its exit. */
  readonly wave: WaveRecord;
  readonly cycle: number;
  /** The packer's exiting sequence after the exit. */
  readonly sequence: number;
  /** How many earlier exits were still in flight when this one was counted. */
  readonly inFlightCount: number;
}

/**
 * Implements IDLE-02 for the exiting id: each exit becomes visible to the packer's polls within the latency of its
 * path, plus one cycle for each earlier exit still in flight (S-041, U11; pipeline.md 3). An exit that is counted while
 * others are in flight still takes at least the path's minimum latency. This minimum does not apply to designs that
 * replace the tracker, since they use their own path. On GFX11 and later, ids are not visible to waves. Streams
 * that never report a visible id are not checked.
 */
export function checkVisibleExits(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { packers, scenario } = ledgers;
  if (!factsOf(chipOf(scenario.chip).gfx).hasWaveIds) return {};
  const [minLatency, maxLatency] = scenario.freedoms.exitVisibleLatency;
  /** Unseen exits by packer, oldest first. */
  const unseenExits: UnseenExit[][] = [];
  let isReported = false;

  const checkLate = ({ wave, cycle, inFlightCount }: UnseenExit, until: number): void => {
    judge.armed++;
    const bound = maxLatency + inFlightCount + SLACK_CYCLES;
    if (until - cycle > bound && judge.fires())
      judge.reportAt(wave, until, {
        unit: 'spi',
        allowed: `Polls see the exit of ${formatWave(wave)} within ${formatCount(bound, 'cycle', 'cycles')} of cycle ${cycle}, when it was counted.`,
        observed: `Polls did not see the exit of ${formatWave(wave)} for ${formatCount(until - cycle, 'cycle', 'cycles')}; at most ${formatNumber(bound)} are allowed.`,
        steps: getWaveHistory(ledgers, wave),
        hint: 'Check the path from the exit tracker to the exiting id that polls read.',
        ...describeExceededLatency(ledgers.scenario, 'exitVisibleLatency', until - cycle - bound),
      });
  };
  const checkEarly = ({ wave, cycle, inFlightCount }: UnseenExit, until: number): void => {
    if (inFlightCount > 0 && scenario.design === undefined && until - cycle < minLatency && judge.fires())
      judge.reportAt(wave, until, {
        unit: 'spi',
        allowed: `Polls see the exit of ${formatWave(wave)} at least ${formatCount(minLatency, 'cycle', 'cycles')} after cycle ${cycle}, when it was counted.`,
        observed: `They saw it after only ${formatCount(until - cycle, 'cycle', 'cycles')}, together with an earlier exit.`,
        steps: getWaveHistory(ledgers, wave),
        hint: 'Check that an exiting id is not overwritten before polls can read it.',
      });
  };

  return {
    onWave: {
      'section-exit': (wave, t) => {
        if (wave.countedExits !== 1) return;
        unseenExits[wave.packer] ??= [];
        const packerExits = unseenExits[wave.packer];
        const sequence = packers.getExitingSequence(packers.getPacker(wave.packer));
        packerExits.push({ wave, cycle: t.cycle, sequence, inFlightCount: packerExits.length });
      },
    },
    'exiting-id-visible': (t) => {
      isReported = true;
      const packerExits = unseenExits[t.packer] ?? [];
      const { visibleSequence } = packers.getPacker(t.packer);
      let visibleCount = 0;
      while (visibleCount < packerExits.length && packerExits[visibleCount].sequence <= visibleSequence)
        visibleCount++;
      for (const exit of packerExits.splice(0, visibleCount)) {
        checkLate(exit, t.cycle);
        checkEarly(exit, t.cycle);
      }
    },
    finish: (end) => {
      if (isReported) for (const exit of unseenExits.flat()) checkLate(exit, end);
    },
  };
}
