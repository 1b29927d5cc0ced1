import { chipOf, factsOf, SIMDS_PER_WGP } from '../../../arch/index.js';
import { type Scenario, setting } from '../../../transactions/index.js';
import { computeIssueBacklog, getWavesPerSimd } from '../../evidence/facts/issue-backlog.js';
import type { PollLoop } from '../../evidence/program/poll-loop.js';

/**
 * Cycles not accounted for by any knob: one for each boundary that an exit crosses (wave, tracker, packer, launcher,
 * export space, sequencer, SIMD), and one to spare.
 */
export const SLACK_CYCLES = 8;

const LINE_BYTES = 64;
/** Size of the longest instruction in a poll loop, in bytes. */
const MAX_INSTRUCTION_BYTES = 8;

/**
 * Returns the maximum number of cycles until a line of instructions arrives. In the worst case, every other wave
 * on the SIMD is served first, and each waits its turn behind the other three SIMDs of the work-group processor
 * (P-102). Then the line misses the cache (P-104).
 */
export function computeFetchBound(scenario: Scenario): number {
  const { freedoms } = scenario;
  if (freedoms.instructionCacheLines === 0) return 0;
  return SIMDS_PER_WGP * (getWavesPerSimd(scenario) + 1) + freedoms.fetchLatency[1] + freedoms.fillLatency[1];
}

/** Returns the maximum number of lines that a loop spans, all of which are requested in each iteration. */
function countLines({ instructionCount }: PollLoop): number {
  return Math.ceil((instructionCount * MAX_INSTRUCTION_BYTES) / LINE_BYTES) + 1;
}

/** Number of iterations until a poll sees a visible id and the loop ends: the current iteration and the next one. */
const ITERATIONS = 2;

/**
 * Whether every exit ends a sleep or prevents the next one, as on GFX10 and later, unless a wake-up may be lost
 * (S-048, U9).
 */
export function exitsEndSleeps({ chip, freedoms }: Scenario): boolean {
  return (
    factsOf(chipOf(chip).gfx).sleepsEndEarly &&
    freedoms.wakeRemembered === setting('wakeRemembered', 'remembered')
  );
}

/**
 * Returns the maximum number of cycles from an exit to the poll in which the waiting wave sees it: the exiting
 * id's propagation (U11), the wake-up (U11), a full sleep, unless exits are guaranteed to cut it short (U10), the
 * rest of the iteration, and the next one. Assumes that every iteration issues at the slowest rate (P-110), behind
 * all other waves on the SIMD, and refetches every line.
 */
export function computePollBound(scenario: Scenario, loop: PollLoop, longestReported: number): number {
  const { freedoms } = scenario;
  const path = freedoms.exitVisibleLatency[1];
  const sleep = freedoms.wakeLatency[1] + (exitsEndSleeps(scenario) ? 0 : loop.sleepCycles);
  const fetches = countLines(loop) * computeFetchBound(scenario);
  const iterations =
    ITERATIONS *
    (loop.instructionCount * freedoms.issueGap[1] + computeIssueBacklog(scenario, longestReported) + fetches);
  return path + sleep + iterations + SLACK_CYCLES;
}

/**
 * Returns the maximum number of cycles that a GFX11 event wait may last after the last reason to wait has ended:
 * the propagation of the flag, waiting for other waves to issue, and the fetch of the line that contains the wait.
 */
export function computeEventWaitBound(scenario: Scenario, longestReported: number): number {
  const { freedoms } = scenario;
  const path = freedoms.exportReadyLatency[1] + freedoms.issueGap[1];
  return computeIssueBacklog(scenario, longestReported) + computeFetchBound(scenario) + path + SLACK_CYCLES;
}

/**
 * Returns the maximum number of cycles from a wave's launch to its first instruction: starting the program, fetching
 * its first line and waiting for other waves to issue.
 */
export function computeFirstIssueBound(scenario: Scenario, longestReported: number): number {
  const { launchLatency, issueGap } = scenario.freedoms;
  const issue = computeIssueBacklog(scenario, longestReported) + issueGap[1];
  return launchLatency[1] + computeFetchBound(scenario) + issue + SLACK_CYCLES;
}
