import type { DecodedProgram } from '../../../arch/index.js';
import { findMax } from '../../../arch/index.js';
import { KNOBS, type KnobName, type KnobValues, type Scenario } from '../../../transactions/index.js';
import {
  computeIssueBacklog,
  decodePrograms,
  getLongestStretch,
} from '../../evidence/facts/issue-backlog.js';
import { getMaxSleepCycles } from '../../evidence/program/poll-loop.js';
import { computeFetchBound, SLACK_CYCLES } from './entry-bound.js';

/** Maximum number of lines in an access. The address unit and the cache each accept one per cycle (P-030, P-043). */
const ACCESS_LINES = 512;

/** Maximum number of LDS cycles for an access: one lane per cycle if all lanes are in the same bank (P-124). */
const LDS_CYCLES = 64;

/**
 * Returns the maximum number of cycles that may pass without a transaction while work is outstanding. At most one
 * of each latency, sleep, failed translation, instruction line fetch, and launch can fall between two transactions.
 * A stretch is reported at its start (P-110), so its full length counts, in addition to the stretches of the other
 * waves on the SIMD.
 *
 * @param longestReported length of the longest stretch in the stream, in issue cycles
 * @param longestLoad duration of the longest load phase of any launch in the stream, in cycles
 */
export function computeDrainBound(scenario: Scenario, longestReported: number, longestLoad: number): number {
  const { issueGap } = scenario.freedoms;
  const programs = decodePrograms(scenario);
  const longestStretch = findMax(programs.map(getLongestStretch), longestReported);
  const issueCycles = issueGap[1] * longestStretch + computeIssueBacklog(scenario, longestReported);
  const memoryCycles = 2 * ACCESS_LINES + LDS_CYCLES;
  const sleepCycles = findMax(programs.map(findLongestSleep), 0);
  const latencyCycles = sumLatencies(scenario.freedoms) + computeFetchBound(scenario);
  return latencyCycles + sleepCycles + issueCycles + memoryCycles + longestLoad + SLACK_CYCLES;
}

function findLongestSleep({ instructions }: DecodedProgram): number {
  const sleeps = instructions.filter(({ kind }) => kind === 'sleep');
  return sleeps.reduce((longest, { immediate }) => Math.max(longest, getMaxSleepCycles(immediate)), 0);
}

const LATENCY_KNOBS = (Object.keys(KNOBS) as KnobName[]).filter((name) => KNOBS[name].kind === 'range');

function sumLatencies(freedoms: KnobValues): number {
  let sum = 0;
  for (const name of LATENCY_KNOBS) {
    const value = freedoms[name];
    if (typeof value !== 'number') sum += value[1];
  }
  return sum;
}
