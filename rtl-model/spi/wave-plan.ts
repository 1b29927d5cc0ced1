import { type DecodedProgram, memoisePerProgram, type RegisterRequirement } from '../../arch/index.js';
import type { ExportHandling } from '../sx/export-handling.js';

/** Launch and run parameters for the waves of a draw or a background work item. */
export interface WavePlan extends ExportHandling {
  /** Index among the device's plans. Plans for draws come first, then those for background work. */
  readonly index: number;
  readonly program: DecodedProgram;
  /** Index of the program within the device. Plans with the same program share lines in the instruction cache. */
  readonly code: number;
  /** How the sequencer handles each instruction of the program (`STEP`). */
  readonly steps: Uint8Array;
  /** Number of SGPRs that are loaded at launch. */
  readonly sgprCount: number;
  /** Number of VGPRs that are loaded at launch. */
  readonly vgprCount: number;
  /** Maximum number of waves in the engine that can have scratch memory at once, or 0 if the plan's waves have none. */
  readonly scratchWaves: number;
  /** Number of VGPR rows and SGPRs that a wave takes from the register files of its SIMD. */
  readonly registers: RegisterRequirement;
  /**
   * Number of attributes. Interpolated attributes come first, followed on GFX10.3 and later by per-primitive ones;
   * `attrN` indexes them in this order.
   */
  readonly attributes: number;
  /** Whether image accesses return separately from other accesses because MEM_ORDERED is off (pops.md 7). */
  readonly imagesReturnSeparately: boolean;
}

/** How a burst handles an instruction. Numeric because the burst loop branches on it. */
export const STEP = { PLAIN: 0, BRANCH: 1, SKIP: 2, WAIT: 3, WAIT_THEN_PLAIN: 4, VISIBLE: 5 } as const;

/** Returns the `STEP` of each instruction. */
export const listSteps = memoisePerProgram(({ instructions }) =>
  Uint8Array.from(instructions, (instruction) => {
    if (instruction.kind === 'branch') return STEP.BRANCH;
    if (instruction.kind === 'nop') return STEP.SKIP;
    if (instruction.kind === 'waitcnt') return STEP.WAIT;
    if (instruction.kind !== 'alu' || instruction.readsExitingId) return STEP.VISIBLE;
    return instruction.wait === undefined ? STEP.PLAIN : STEP.WAIT_THEN_PLAIN;
  }),
);

/** Returns the largest number of VGPRs used by any of the plans' programs, but at least `minimum`. */
export function getMaxVectorRegisters(plans: readonly WavePlan[], minimum: number): number {
  return plans.reduce((maximum, plan) => Math.max(maximum, plan.program.vgprs), minimum);
}

/** Returns the largest number of constants in any of the plans' programs. */
export function getMaxConstants(plans: readonly WavePlan[]): number {
  return plans.reduce((maximum, plan) => Math.max(maximum, plan.program.constants.length), 0);
}
