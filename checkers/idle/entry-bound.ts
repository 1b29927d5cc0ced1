import { chipOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { PollLoop } from '../ledger/poll-loop.js';

/** Cycles for what no knob names: moving from unit to unit. */
const SLACK_CYCLES = 64;

/** SIMDs of one work-group processor (P-036). */
const SIMDS_PER_WGP = 4;

/**
 * Longest that the other waves of a SIMD, which issues one instruction a clock, keep it busy in cycles: each with a
 * whole program at most.
 */
export function issueBacklog({ chip, freedoms, programs }: Scenario): number {
  const { shaderArrays, wgpsPerArray } = chipOf(chip);
  const waves = Math.ceil(freedoms.waveSlots / (shaderArrays * wgpsPerArray * SIMDS_PER_WGP));
  return waves * Math.max(...programs.map((program) => program.words.length));
}

/** Rounds of the loop that may pass between an id becoming visible and the poll that sees it, and then leave. */
const ROUNDS = 2;

/**
 * Longest that a poller may lawfully take from the exit that it waits for to the poll that sees it, in cycles: the
 * path of the exiting id; then, asleep, the wake or (woken too early, or without a wake) one whole sleep; then the
 * rest of the round and the next one, at the slowest issue and behind the other waves of the SIMD.
 */
export function pollBound(scenario: Scenario, loop: PollLoop): number {
  const { freedoms } = scenario;
  const path = freedoms.exitVisibleLatency[1];
  const asleep = freedoms.wakeLatency[1] + loop.sleepCycles;
  const rounds = ROUNDS * (loop.instructions * freedoms.issueGap[1] + issueBacklog(scenario));
  return path + asleep + rounds + SLACK_CYCLES;
}

/** Longest from all reasons gone to the end of a GFX11 event wait, in cycles: the flag's path, and the issue behind other waves. */
export function eventWaitBound(scenario: Scenario): number {
  const { freedoms } = scenario;
  return issueBacklog(scenario) + freedoms.exportReadyLatency[1] + freedoms.issueGap[1] + SLACK_CYCLES;
}
