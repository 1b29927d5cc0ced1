import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
  greatestOf,
} from '../../../arch/index.js';
import { type Freedoms, KNOBS, type KnobName, type Scenario } from '../../../transactions/index.js';
import { computeIssueBacklog, getLongestStretch } from '../../evidence/facts/issue-backlog.js';
import { getMaxSleepCycles } from '../../evidence/program/poll-loop.js';
import { getDecodedProgram } from '../../evidence/program/programs.js';
import { computeFetchBound, SLACK_CYCLES } from './entry-bound.js';

/** Maximum number of lines in an access. The address unit and the cache each accept one per cycle (P-030, P-043). */
const ACCESS_LINES = 512;

/** Maximum number of LDS cycles for an access: one lane per cycle if all lanes are in the same bank (P-124). */
const LDS_CYCLES = 64;

/**
 * Returns the maximum number of cycles in which nothing may happen although there is work left. Each latency
 * occurs at most once between two transactions, as do a sleep, a failed translation, a line of instructions and
 * a launch. A stretch is reported when it starts (P-110), so all of it counts, on top of the stretches of the other waves on the SIMD.
 *
 * @param longestReported length of the longest stretch in the stream, in issue cycles
 * @param longestLoad duration of the longest launch in the stream, in cycles
 */
export function computeDrainBound(scenario: Scenario, longestReported: number, longestLoad: number): number {
  const { issueGap } = scenario.freedoms;
  const programs = decodePrograms(scenario);
  const stretch = greatestOf(programs.map(getLongestStretch), longestReported);
  const issue = issueGap[1] * stretch + computeIssueBacklog(scenario, longestReported);
  const memory = 2 * ACCESS_LINES + LDS_CYCLES;
  const sleep = greatestOf(programs.map(findLongestSleep), 0);
  const latencies = sumLatencies(scenario.freedoms) + computeFetchBound(scenario);
  return latencies + sleep + issue + memory + longestLoad + SLACK_CYCLES;
}

function decodePrograms({ chip, wave, programs, background }: Scenario): DecodedProgram[] {
  const set = getInstructionSet(chipOf(chip));
  return [
    ...programs.map((program) => getDecodedProgram(program, set, wave)),
    ...(background?.works ?? []).map(({ words }) => decodeCached(words, set, wave)),
  ];
}

function findLongestSleep({ instructions }: DecodedProgram): number {
  const sleeps = instructions.filter(({ kind }) => kind === 'sleep');
  return sleeps.reduce((longest, { immediate }) => Math.max(longest, getMaxSleepCycles(immediate)), 0);
}

const LATENCIES = (Object.keys(KNOBS) as KnobName[]).filter((name) => KNOBS[name].kind === 'range');

/** Returns the sum of the upper bounds of all latencies. */
function sumLatencies(freedoms: Freedoms): number {
  let sum = 0;
  for (const name of LATENCIES) {
    const value = freedoms[name];
    if (typeof value !== 'number') sum += value[1];
  }
  return sum;
}
