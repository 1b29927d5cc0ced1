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

/** Lines that one access touches at most; address unit and cache take one a cycle each (P-030, P-043). */
const ACCESS_LINES = 512;

/** Cycles that the local data share takes for one access: a lane a cycle where all meet in one bank (P-124). */
const SHARE_CYCLES = 64;

/**
 * Longest that nothing may happen while work is left, in cycles: whatever is on its way, each latency lies at most once
 * between two transactions, one sleep, one translation that fails, one line of instructions and one launch included; and
 * the issuing wave was reported when its stretch began (P-110), after the other waves of its SIMD.
 *
 * @param longestTold issue cycles of the longest stretch in the stream.
 * @param longestLoad cycles of the longest launch in the stream.
 */
export function drainBound(scenario: Scenario, longestTold: number, longestLoad: number): number {
  const { issueGap } = scenario.freedoms;
  const programs = programsOf(scenario);
  const stretch = greatestOf(programs.map(longestStretch), longestTold);
  const issue = issueGap[1] * stretch + issueBacklog(scenario, longestTold);
  const memory = 2 * ACCESS_LINES + SHARE_CYCLES;
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
  return sleeps.reduce((most, { immediate }) => Math.max(most, sleepCyclesMax(immediate)), 0);
}

const LATENCIES = (Object.keys(KNOBS) as KnobName[]).filter((name) => KNOBS[name].kind === 'range');

/** Sum of the upper ends of all latencies. */
function latenciesOf(freedoms: Freedoms): number {
  let sum = 0;
  for (const name of LATENCIES) {
    const value = freedoms[name];
    if (typeof value !== 'number') sum += value[1];
  }
  return sum;
}
