import { type ExitingIdPolled, setting } from '../../../transactions/index.js';
import { getEntryWait, getWaitHint, getWaitHistory } from '../../evidence/findings/wait-history.js';
import { findPollLoop } from '../../evidence/program/poll-loop.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { defineRule, describeExceededLatency, formatCount, formatPc, formatWave, NEVER } from '../../kit.js';
import { computePollBound, exitsEndSleeps } from './entry-bound.js';
import { checkEventWaits } from './event-waits.js';
import { finishUnlessStuck } from './late-report.js';
import { checkSleeps } from './sleeps.js';

/**
 * On older generations, those are the waves of its packer up to and including its newest overlapped id; on GFX11 and
 * later, the waves that it overlaps, or that it was validly reported as overlapping. It must then proceed within the
 * bound set by the scenario's latencies, and stop polling once it reads an id that admits it. If the wave never
 * proceeds, a HANG rule reports it when the device goes idle; otherwise this rule reports it as soon as the stream
 * passes the bound. A sleep runs for its full duration unless an exit wakes the wave (U8).
 */
export const IDLE_01 = defineRule({
  id: 'IDLE-01',
  text: 'A wave waits at its entry only while it has a valid reason: an overlapped wave that has not exited.',
  timed: true,
  statements: ['S-009', 'S-047', 'S-048', 'S-088', 'S-149'],
  needs: ['wave-formed', 'section-exit'],
  bounds: [
    'launchLatency',
    'exitVisibleLatency',
    'exportReadyLatency',
    'wakeLatency',
    'issueGap',
    'fetchLatency',
    'fillLatency',
  ],
  reads: ({ entry, exits, entryBounds }) => [entry, ...exits, ...entryBounds],
  create(ledgers, judge) {
    return finishUnlessStuck([checkEntries(ledgers, judge), checkSleeps(ledgers, judge)]);
  },
});

function checkEntries(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (!ledgers.entries.exitsByExport) return checkPolls(ledgers, judge);
  return checkEventWaits(ledgers, judge, (wave, since, until, bound) =>
    reportLate(ledgers, judge, wave, since, until, bound),
  );
}

function checkPolls(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { waves, scenario } = ledgers;
  const { freedoms } = scenario;
  const stillPollingWaves = new Set<WaveRecord>();

  const checkWait = (wave: WaveRecord, until: number): void => {
    const lastExitCycle = findLastExit(ledgers, wave);
    const loop = findPollLoop(wave.facts.decoded, wave.pollPc);
    if (lastExitCycle === NEVER || loop === undefined) return;
    if (
      loop.maySleepIndefinitely &&
      freedoms.sleepEndless === setting('sleepEndless', 'until-wake') &&
      !exitsEndSleeps(scenario)
    )
      return;
    judge.armed++;
    const since = Math.max(lastExitCycle, wave.polledCycle);
    const bound = computePollBound(scenario, loop, ledgers.bursts.longest);
    if (until - since > bound) reportLate(ledgers, judge, wave, since, until, bound);
  };

  /**
   * Checks a poll that follows the one that admitted the wave. Unless the program can re-enter its loop, this poll
   * shows that the wave has not left it.
   */
  const checkStillPolling = (wave: WaveRecord, { cycle, packer, pc }: ExitingIdPolled): void => {
    if (packer !== wave.packer || pc !== wave.enteredPc || wave.exitCount > 0 || stillPollingWaves.has(wave))
      return;
    const loop = findPollLoop(wave.facts.decoded, pc);
    if (loop === undefined || loop.mayReenter) return;
    judge.armed++;
    const bound = computePollBound(scenario, loop, ledgers.bursts.longest);
    if (cycle - wave.enteredCycle <= bound) return;
    stillPollingWaves.add(wave);
    reportLate(ledgers, judge, wave, wave.enteredCycle, cycle, bound);
  };

  return {
    onWave: {
      'exiting-id-polled': (wave, t) => {
        if (wave.enteredCycle === NEVER) return;
        if (wave.enteredCycle !== t.cycle) checkStillPolling(wave, t);
        else if (wave.polledCycle !== t.cycle) checkWait(wave, t.cycle);
      },
    },
    finish: (end) => {
      for (const wave of waves.formed.kept) {
        if (wave.polledCycle === NEVER || wave.enteredCycle !== NEVER || wave.endedCycle !== NEVER) continue;
        if (wave.exitCount === 0) checkWait(wave, end);
      }
    },
  };
}

/**
 * Returns the cycle of the last exit among the waves up to and including the given wave's newest overlapped id, or
 * NEVER if any of them has yet to exit.
 */
function findLastExit({ packers }: Ledgers, wave: WaveRecord): number {
  const packer = packers.getPacker(wave.packer);
  if (packers.getExitingSequence(packer) <= wave.newestSequence) return NEVER;
  const overlapped = wave.newestOverlapped ?? packers.findWave(packer, wave.newestSequence);
  return overlapped?.exitedCycle ?? wave.formedCycle;
}

function reportLate(
  ledgers: Ledgers,
  judge: Judge,
  wave: WaveRecord,
  since: number,
  until: number,
  bound: number,
): void {
  const delay = `${formatCount(until - since, 'cycle', 'cycles')}`;
  const action =
    wave.enteredCycle === NEVER ? 'still waits' : wave.enteredCycle < until ? 'still polls' : 'proceeds';
  if (judge.fires())
    judge.reportAt(wave, until, {
      pc: wave.pollPc,
      unit: 'spi',
      allowed: `${formatWave(wave)} proceeds within ${formatCount(bound, 'cycle', 'cycles')} of cycle ${since}, when it last had a valid reason to wait.`,
      observed: `${formatWave(wave)} ${action} ${delay} later${wave.pollPc < 0 ? '' : `, at ${formatPc(ledgers, wave, wave.pollPc)}`}.`,
      steps: getWaitHistory(ledgers, wave),
      hint:
        getWaitHint(getEntryWait(ledgers, wave), wave.wokenBy) ??
        'Check the path from the exit tracker to the poll and the wake-up of the sleeping wave, and look for stale entries in the overlap table.',
      ...describeExceededLatency(
        ledgers.scenario,
        ledgers.entries.exitsByExport ? 'exportReadyLatency' : 'exitVisibleLatency',
        until - since - bound,
      ),
    });
}
