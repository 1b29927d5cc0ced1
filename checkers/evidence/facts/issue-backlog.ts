import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import {
  chipOf,
  decodeOnce,
  greatestOf,
  instructionSetOf,
  oncePerProgram,
  SIMDS_PER_WGP,
  SLOTS_PER_SIMD,
} from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { issueCycles, issueCyclesUpTo } from '../program/issue-cycles.js';
import { decodedProgram } from '../program/programs.js';

/**
 * Returns the maximum number of waves per SIMD. Slots rotate over all SIMDs, and no setting exceeds the
 * hardware limit (P-036).
 */
export function wavesPerSimd({ chip, freedoms }: Scenario): number {
  const { shaderArrays, wgpsPerArray } = chipOf(chip);
  const simdCount = shaderArrays * wgpsPerArray * SIMDS_PER_WGP;
  return Math.min(Math.ceil(freedoms.waveSlots / simdCount), SLOTS_PER_SIMD);
}

/**
 * Returns the maximum number of cycles for which other waves can keep a SIMD busy, at one instruction per
 * clock (P-110, P-116). A wave yields at every visible instruction, so it delays others by at most its longest
 * stretch. This is the longest stretch in its program or, if loops made it longer, in the stream so far.
 */
export function issueBacklog(scenario: Scenario, longestReported: number): number {
  return wavesPerSimd(scenario) * Math.max(longestReported, longestOfPrograms(scenario));
}

/**
 * Returns whether a wave may block others for longer than its program shows, because an unreported loop's
 * iteration count depends on the data.
 */
export function mayHaveUnreportedLoops(scenario: Scenario): boolean {
  return programsOf(scenario).some((program) => stretchOf(program).isUnbounded);
}

/** The longest stretch of any program in a scenario, cached because bounds need it for every wave. */
const LONGEST_STRETCHES = new WeakMap<Scenario, number>();

function longestOfPrograms(scenario: Scenario): number {
  const known = LONGEST_STRETCHES.get(scenario);
  if (known !== undefined) return known;
  const longest = greatestOf(programsOf(scenario).map(longestStretch), 0);
  LONGEST_STRETCHES.set(scenario, longest);
  return longest;
}

function programsOf({ chip, wave, programs, background }: Scenario): readonly DecodedProgram[] {
  const set = instructionSetOf(chipOf(chip));
  return [
    ...programs.map((program) => decodedProgram(program, set, wave)),
    ...(background?.works ?? []).map(({ words }) => decodeOnce(words, set, wave)),
  ];
}

interface Stretch {
  /** The longest stretch, in issue cycles. */
  readonly longest: number;
  /** Whether the stretch contains a loop, which may run for any number of iterations. */
  readonly isUnbounded: boolean;
}

/**
 * Returns the issue cycles of a program's longest path from any instruction through the next visible one. A
 * loop without a visible instruction counts as the whole program, although it may run for more iterations.
 */
export function longestStretch(program: DecodedProgram): number {
  return stretchOf(program).longest;
}

const stretchOf = oncePerProgram((program): Stretch => {
  const { instructions } = program;
  const total = issueCyclesUpTo(program)[instructions.length];
  const longestFrom = new Int32Array(instructions.length + 1);
  for (let hasConverged = false; !hasConverged; ) {
    hasConverged = true;
    for (let i = instructions.length - 1; i >= 0; i--) {
      const length = Math.min(total + 1, stretchFrom(instructions[i], i, longestFrom));
      if (length > longestFrom[i]) hasConverged = false;
      longestFrom[i] = length;
    }
  }
  const longestPath = longestFrom.reduce((longest, length) => Math.max(longest, length), 0);
  // A path that is longer than the whole program visits some instruction twice.
  return { longest: Math.min(total, longestPath), isUnbounded: longestPath > total };
});

/**
 * Returns the length of the stretch that starts at an instruction, given the `lengths` of those that start at
 * its successors.
 */
function stretchFrom(instruction: Instruction, index: number, lengths: Int32Array): number {
  const issueTime = issueCycles(instruction);
  if (isVisible(instruction)) return issueTime;
  const ifTaken = instruction.kind === 'branch' && instruction.target >= 0 ? lengths[instruction.target] : 0;
  return issueTime + Math.max(lengths[index + 1], ifTaken);
}

/** Returns whether an instruction involves other units, so that the wave cannot run ahead past it. */
function isVisible({ kind, readsExitingId }: Instruction): boolean {
  if (kind === 'alu') return readsExitingId;
  return kind !== 'branch' && kind !== 'nop' && kind !== 'waitcnt';
}
