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

/** Maximum number of waves per SIMD: slots rotate over all SIMDs, and no setting exceeds the hardware's (P-036). */
export function wavesPerSimd({ chip, freedoms }: Scenario): number {
  const { shaderArrays, wgpsPerArray } = chipOf(chip);
  const simds = shaderArrays * wgpsPerArray * SIMDS_PER_WGP;
  return Math.min(Math.ceil(freedoms.waveSlots / simds), SLOTS_PER_SIMD);
}

/**
 * Maximum cycles for which other waves keep a SIMD busy, at one instruction per clock (P-110, P-116). A wave yields at every
 * visible instruction, so each delays others by at most its longest stretch: by its program or, if loops made it longer, by the
 * stream so far.
 */
export function issueBacklog(scenario: Scenario, longestReported: number): number {
  return wavesPerSimd(scenario) * Math.max(longestReported, longestOfPrograms(scenario));
}

/** Whether a wave may block others for longer than its program shows: iterations of an unreported loop depend on its data. */
export function mayHaveUnreportedLoops(scenario: Scenario): boolean {
  return programsOf(scenario).some((program) => stretchOf(program).isEndless);
}

/** Longest stretches of all programs of a scenario, which bounds request for every wave. */
const STRETCHES = new WeakMap<Scenario, number>();

function longestOfPrograms(scenario: Scenario): number {
  const known = STRETCHES.get(scenario);
  if (known !== undefined) return known;
  const longest = greatestOf(programsOf(scenario).map(longestStretch), 0);
  STRETCHES.set(scenario, longest);
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
  /** In issue cycles. */
  readonly longest: number;
  /** It contains a loop, which may run more iterations. */
  readonly isEndless: boolean;
}

/**
 * Issue cycles of the longest path through a program up to and including the first visible instruction. A loop
 * without such an instruction counts as the whole program, though it may run more iterations.
 */
export function longestStretch(program: DecodedProgram): number {
  return stretchOf(program).longest;
}

const stretchOf = oncePerProgram((program): Stretch => {
  const { instructions } = program;
  const whole = issueCyclesUpTo(program)[instructions.length];
  const from = new Int32Array(instructions.length + 1);
  for (let settled = false; !settled; ) {
    settled = true;
    for (let i = instructions.length - 1; i >= 0; i--) {
      const length = Math.min(whole + 1, stretchFrom(instructions[i], i, from));
      if (length > from[i]) settled = false;
      from[i] = length;
    }
  }
  const longestPath = from.reduce((longest, length) => Math.max(longest, length), 0);
  // A path longer than the whole program visits something twice.
  return { longest: Math.min(whole, longestPath), isEndless: longestPath > whole };
});

/** Stretch starting with an instruction, given those of its successors. */
function stretchFrom(instruction: Instruction, index: number, from: Int32Array): number {
  const own = issueCycles(instruction);
  if (isSeen(instruction)) return own;
  const taken = instruction.kind === 'branch' && instruction.target >= 0 ? from[instruction.target] : 0;
  return own + Math.max(from[index + 1], taken);
}

/** Whether an instruction involves other units, so that the wave cannot run ahead past it. */
function isSeen({ kind, readsExitingId }: Instruction): boolean {
  if (kind === 'alu') return readsExitingId;
  return kind !== 'branch' && kind !== 'nop' && kind !== 'waitcnt';
}
