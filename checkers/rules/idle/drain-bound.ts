import {
  chipOf,
  type DecodedProgram,
  decodeOnce,
  greatestOf,
  instructionSetOf,
} from '../../../arch/index.js';
import { type Freedoms, KNOBS, type KnobName, type Scenario } from '../../../transactions/index.js';
import { issueBacklog, longestStretch } from '../../evidence/facts/issue-backlog.js';
import { sleepCyclesMax } from '../../evidence/program/poll-loop.js';
import { decodedProgram } from '../../evidence/program/programs.js';
import { fetchBound, SLACK_CYCLES } from './entry-bound.js';

/**
 * Maximum number of lines per access. The address unit and the cache each accept one per cycle (P-030,
 * P-043).
 */
const ACCESS_LINES = 512;

/** Maximum number of LDS cycles per access: one lane per cycle if all lanes hit one bank (P-124). */
const LDS_CYCLES = 64;

/**
 * Returns the maximum number of cycles in which nothing may happen while work is left. Each latency occurs at most
 * once between two transactions, including one sleep, one failed translation, one line of instructions and one
 * launch. The issuing wave was reported when its stretch started (P-110), after the other waves of its SIMD.
 *
 * @param longestReported the issue cycles of the longest stretch in the stream.
 * @param longestLoad the cycles of the longest launch in the stream.
 */
export function drainBound(scenario: Scenario, longestReported: number, longestLoad: number): number {
  const { issueGap } = scenario.freedoms;
  const programs = programsOf(scenario);
  const stretch = greatestOf(programs.map(longestStretch), longestReported);
  const issue = issueGap[1] * stretch + issueBacklog(scenario, longestReported);
  const memory = 2 * ACCESS_LINES + LDS_CYCLES;
  const sleep = greatestOf(programs.map(longestSleep), 0);
  const latencies = latenciesOf(scenario.freedoms) + fetchBound(scenario);
  return latencies + sleep + issue + memory + longestLoad + SLACK_CYCLES;
}

function programsOf({ chip, wave, programs, background }: Scenario): DecodedProgram[] {
  const set = instructionSetOf(chipOf(chip));
  return [
    ...programs.map((program) => decodedProgram(program, set, wave)),
    ...(background?.works ?? []).map(({ words }) => decodeOnce(words, set, wave)),
  ];
}

function longestSleep({ instructions }: DecodedProgram): number {
  const sleeps = instructions.filter(({ kind }) => kind === 'sleep');
  return sleeps.reduce((longest, { immediate }) => Math.max(longest, sleepCyclesMax(immediate)), 0);
}

const LATENCIES = (Object.keys(KNOBS) as KnobName[]).filter((name) => KNOBS[name].kind === 'range');

/** Returns the sum of the upper ends of all latencies. */
function latenciesOf(freedoms: Freedoms): number {
  let sum = 0;
  for (const name of LATENCIES) {
    const value = freedoms[name];
    if (typeof value !== 'number') sum += value[1];
  }
  return sum;
}
