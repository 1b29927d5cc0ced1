import type { Freedoms } from '../../transactions/index.js';
import type { PollLoop } from '../ledger/poll-loop.js';

/** Cycles for what no knob names: moving from unit to unit, and other waves that issue in the same cycles. */
const SLACK_CYCLES = 64;

/** Rounds of the loop that may pass between an id becoming visible and the poll that sees it, and then leave. */
const ROUNDS = 2;

/**
 * Longest that a poller may lawfully take from the exit that it waits for to the poll that sees it, in cycles: the
 * path of the exiting id; then, asleep, the wake or (woken too early, or without a wake) one whole sleep; then the
 * rest of the round and the next one, at the slowest issue.
 */
export function pollBound(freedoms: Freedoms, loop: PollLoop): number {
  const path = freedoms.exitVisibleLatency[1];
  const asleep = freedoms.wakeLatency[1] + loop.sleepCycles;
  const rounds = ROUNDS * loop.instructions * freedoms.issueGap[1];
  return path + asleep + rounds + SLACK_CYCLES;
}

/** Longest from all reasons gone to the end of a GFX11 event wait, in cycles: the flag's path and the issue after it. */
export function eventWaitBound(freedoms: Freedoms): number {
  return freedoms.exportReadyLatency[1] + freedoms.issueGap[1] + SLACK_CYCLES;
}
