import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import {
  chipOf,
  findMax,
  getInstructionSet,
  memoisePerProgram,
  SIMDS_PER_WGP,
  SLOTS_PER_SIMD,
} from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { memoise } from '../basics/default-map.js';
import { getIssueCycles, sumIssueCycles } from '../program/issue-cycles.js';
import { getDecodedProgram } from '../program/programs.js';

/**
 * Returns the maximum number of waves per SIMD. Slots are spread evenly over all SIMDs, and the result is capped at the
 * hardware limit (P-036).
 */
export function getWavesPerSimd({ chip, freedoms }: Scenario): number {
  const { shaderArrays, wgpsPerArray } = chipOf(chip);
  const simdCount = shaderArrays * wgpsPerArray * SIMDS_PER_WGP;
  return Math.min(Math.ceil(freedoms.waveSlots / simdCount), SLOTS_PER_SIMD);
}

/**
 * Returns the maximum number of cycles for which other waves can keep a SIMD busy, at one instruction per clock (P-110,
 * P-116). A wave yields at every visible instruction (one that involves other units), so it can delay others by at most
 * one stretch: the instructions between two visible ones. The longest stretch is taken from the programs, or from the
 * stream so far if loops have produced a longer one.
 */
export function computeIssueBacklog(scenario: Scenario, longestReported: number): number {
  return getWavesPerSimd(scenario) * Math.max(longestReported, findLongestInPrograms(scenario));
}

/**
 * Whether a wave may block others for longer than its program suggests, because a loop that the trace does not report
 * runs a data-dependent number of times.
 */
export function mayHaveUnreportedLoops(scenario: Scenario): boolean {
  return decodePrograms(scenario).some((program) => getStretch(program).isUnbounded);
}

/** The longest stretch in any of a scenario's programs, in issue cycles. Cached because every wave's bounds need it. */
const findLongestInPrograms = memoise((scenario: Scenario) =>
  findMax(decodePrograms(scenario).map(getLongestStretch), 0),
);

/** Returns a scenario's decoded programs: those of its draws, then those of its background work. */
export function decodePrograms({ chip, wave, programs, background }: Scenario): readonly DecodedProgram[] {
  const set = getInstructionSet(chipOf(chip));
  return [...programs, ...(background?.works ?? [])].map((program) => getDecodedProgram(program, set, wave));
}

/**
 * Returns the length in issue cycles of a program's longest path that ends at the first visible instruction. A loop
 * that contains no visible instruction is counted as the whole program's length, even though it may run longer.
 */
export function getLongestStretch(program: DecodedProgram): number {
  return getStretch(program).longest;
}

/**
 * Returns the length of a program's longest stretch in issue cycles, and whether a stretch contains a loop, which may run
 * for any number of iterations.
 */
const getStretch = memoisePerProgram((program) => {
  const { instructions } = program;
  const total = sumIssueCycles(program)[instructions.length];
  const lengths = new Int32Array(instructions.length + 1);
  for (let hasConverged = false; !hasConverged; ) {
    hasConverged = true;
    for (let i = instructions.length - 1; i >= 0; i--) {
      const length = Math.min(total + 1, measureStretch(instructions[i], i, lengths));
      if (length > lengths[i]) hasConverged = false;
      lengths[i] = length;
    }
  }
  const longestPath = lengths.reduce((longest, length) => Math.max(longest, length), 0);
  // A path longer than the whole program visits an instruction twice.
  return { longest: Math.min(total, longestPath), isUnbounded: longestPath > total };
});

/** Measures the stretch that starts at an instruction. `lengths` holds the lengths of its successors' stretches. */
function measureStretch(instruction: Instruction, index: number, lengths: Int32Array): number {
  const issueTime = getIssueCycles(instruction);
  if (isVisible(instruction)) return issueTime;
  const branchLength =
    instruction.kind === 'branch' && instruction.target >= 0 ? lengths[instruction.target] : 0;
  return issueTime + Math.max(lengths[index + 1], branchLength);
}

/** Whether an instruction involves other units, so the wave yields at it. */
function isVisible({ kind, readsExitingId }: Instruction): boolean {
  if (kind === 'alu') return readsExitingId;
  return kind !== 'branch' && kind !== 'nop' && kind !== 'waitcnt';
}
