import { factsOf } from '../../../arch/index.js';
import { setting, type Woken } from '../../../transactions/index.js';
import { computeIssueBacklog } from '../../evidence/facts/issue-backlog.js';
import { getMinSleepCycles } from '../../evidence/program/poll-loop.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { formatWave, getInstructionAt } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';

interface Sleep {
  readonly since: number;
  readonly isTimed: boolean;
  /** Minimum number of cycles until it ends on its own, according to its instruction (U10). */
  readonly minCycles: number;
  readonly pc: number;
  /** The cycle in which the first exit that may wake the wave became visible to polls; undefined if there was none. */
  mayWakeCycle: number | undefined;
  /** The cycle in which the first exit that must wake the wave became visible to polls; undefined if there was none. */
  mustWakeCycle: number | undefined;
}

/**
 * Implements IDLE-01 for sleeps. A sleep runs for its full duration unless an exit ends it. An exit must end it if the
 * scenario says that exits wake all waves of the packer (S-047, S-048, U8). If exits wake only some waves, a late
 * wake-up shows up as a late poll.
 */
export function checkSleeps({ scenario, gfx, bursts }: Ledgers, judge: Judge): RuleCheck {
  const { wakeAll, spuriousWakes, wakeLatency } = scenario.freedoms;
  const { sleepsEndEarly } = factsOf(gfx);
  const wakesEngine = wakeAll === setting('wakeAll', 'engine');
  const wakesPacker = wakeAll === setting('wakeAll', 'packer') || wakesEngine;
  const sleepsByWave = new Map<WaveRecord, Sleep>();
  /**
   * The cycle in which the last exit became visible to polls, by packer. If a trace never reports this, it does not
   * show which exits wake a wave.
   */
  const lastVisible: number[] = [];

  /** Returns why a sleep may not end in the given way, or undefined if it may. */
  const findProblem = ({ since, isTimed, minCycles, mayWakeCycle, mustWakeCycle }: Sleep, t: Woken) => {
    if (t.by === 'time') {
      if (!isTimed) return 'The sleep lasts until an exit wakes the wave.';
      if (t.cycle < since + minCycles)
        return `The sleep lasts ${minCycles} cycles, until cycle ${since + minCycles}.`;
    } else if (spuriousWakes === 0 && lastVisible.length > 0) {
      if (mayWakeCycle === undefined) return 'No exit that could wake it has occurred since it fell asleep.';
      if (t.cycle < mayWakeCycle + wakeLatency[0])
        return `The first exit that can wake it occurs in cycle ${mayWakeCycle} and takes at least ${wakeLatency[0]} cycles to do so.`;
    }
    if (mustWakeCycle === undefined) return undefined;
    const due = mustWakeCycle + wakeLatency[1] + computeIssueBacklog(scenario, bursts.longest) + SLACK_CYCLES;
    return t.cycle > due ? `The exit in cycle ${mustWakeCycle} must wake it by cycle ${due}.` : undefined;
  };

  return {
    'exiting-id-visible': ({ packer, cycle }) => {
      lastVisible[packer] = cycle;
      for (const [wave, sleep] of sleepsByWave) {
        const inPacker = wave.packer === packer;
        if (inPacker || wakesEngine) sleep.mayWakeCycle ??= cycle;
        if (inPacker && wakesPacker && sleepsEndEarly && cycle > sleep.since) sleep.mustWakeCycle ??= cycle;
      }
    },
    onWave: {
      slept: (record, { cycle, pc, duration }) => {
        // An exit in the same cycle may have come after the start of the sleep.
        const exitVisibleThisCycle = lastVisible.some(
          (last, packer) => last === cycle && (wakesEngine || packer === record.packer),
        );
        const immediate = getInstructionAt(record.facts.decoded, pc)?.immediate ?? 0;
        sleepsByWave.set(record, {
          since: cycle,
          isTimed: duration > 0,
          minCycles: getMinSleepCycles(immediate),
          pc,
          mayWakeCycle: exitVisibleThisCycle ? cycle : undefined,
          mustWakeCycle: undefined,
        });
      },
      woken: (wave, t) => {
        const sleep = sleepsByWave.get(wave);
        if (sleep === undefined) return;
        sleepsByWave.delete(wave);
        const problem = findProblem(sleep, t);
        if (judge.finds(problem))
          judge.reportAt(wave, t.cycle, {
            pc: sleep.pc,
            unit: 'sq',
            allowed: problem,
            observed: `${formatWave(wave)} is woken in cycle ${t.cycle} by ${t.by === 'exit' ? 'an exit' : 'its timer'}.`,
            steps: [`cycle ${sleep.since}: ${formatWave(wave)} falls asleep`],
            hint: 'Check which waves an exit wakes, and what else can end a sleep.',
          });
      },
      'wave-ended': (wave) => void sleepsByWave.delete(wave),
    },
  };
}
