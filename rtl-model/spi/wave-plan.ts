import { type DecodedProgram, oncePerProgram, type RegisterNeed } from '../../arch/index.js';
import type { ExportHandling } from '../sx/export-handling.js';

/** Launch and run parameters for the waves of one draw or background work item. */
export interface WavePlan extends ExportHandling {
  /** Index among the device's plans: draws first, then background work. */
  readonly index: number;
  readonly program: DecodedProgram;
  /** Number of the program in the device; plans of one program share its instruction cache lines. */
  readonly code: number;
  /** The sequencer's step at each instruction of the program (`STEP`). */
  readonly steps: Uint8Array;
  /** SGPRs and VGPRs loaded at launch. */
  readonly sgprCount: number;
  readonly vgprCount: number;
  /** Number of the engine's waves that can have private memory at once; 0 if its waves have none. */
  readonly scratchWaves: number;
  /** Rows and SGPRs that a wave takes from its SIMD's register files. */
  readonly registers: RegisterNeed;
  /** Number of interpolated attributes plus, since GFX10.3, per-primitive ones; `attrN` counts them in this order. */
  readonly attributes: number;
  /** Whether images return separately from other accesses because MEM_ORDERED is off (pops.md 7). */
  readonly imagesReturnSeparately: boolean;
}

/** A burst's action at an instruction; numbers, because the burst loop switches on them. */
export const STEP = { PLAIN: 0, BRANCH: 1, SKIP: 2, WAIT: 3, WAIT_THEN_PLAIN: 4, VISIBLE: 5 } as const;

/** `STEP` of each instruction. */
export const stepsOf = oncePerProgram(({ instructions }) =>
  Uint8Array.from(instructions, (instruction) => {
    if (instruction.kind === 'branch') return STEP.BRANCH;
    if (instruction.kind === 'nop') return STEP.SKIP;
    if (instruction.kind === 'waitcnt') return STEP.WAIT;
    if (instruction.kind !== 'alu' || instruction.readsExitingId) return STEP.VISIBLE;
    return instruction.wait === undefined ? STEP.PLAIN : STEP.WAIT_THEN_PLAIN;
  }),
);

/** Largest number of vector registers that one of these plans' programs names, at least `minimum`. */
export function vectorRegisterCount(plans: readonly WavePlan[], minimum: number): number {
  return plans.reduce((maximum, plan) => Math.max(maximum, plan.program.vgprs), minimum);
}

/** Largest number of constants in one of these plans' programs. */
export function constantCount(plans: readonly WavePlan[]): number {
  return plans.reduce((maximum, plan) => Math.max(maximum, plan.program.constants.length), 0);
}
