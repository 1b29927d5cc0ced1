import type { RunOutcome } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** `s_nop 0` on every generation (SOPP, opcode 0): replaces a word without moving any branch. */
export const NOP_WORD = 0xbf800000;

/** A failing case's size. */
export interface ScenarioSize {
  readonly waves: number;
  readonly primitives: number;
  readonly draws: number;
  /** Number of choices other than the first alternative; for a schedule of decisions, the decisions. */
  readonly choices: number;
  /** Number of words of the programs other than `s_nop`. */
  readonly words: number;
  /** Number of registers set by the draws. */
  readonly registers: number;
}

/** Size of a scenario whose run recorded its choices. */
export function sizeOf(
  { draws, programs, schedule }: Pick<Scenario, 'draws' | 'programs' | 'schedule'>,
  { waves, choices = [] }: Pick<RunOutcome, 'waves' | 'choices'>,
): ScenarioSize {
  return {
    waves,
    primitives: draws.reduce((sum, { depths }) => sum + depths.length, 0),
    draws: draws.length,
    choices:
      schedule.strategy === 'decisions'
        ? schedule.decisions.length
        : choices.filter((choice) => choice !== 0).length,
    words: programs.reduce((sum, { words }) => sum + words.filter((word) => word !== NOP_WORD).length, 0),
    registers: draws.reduce((sum, { registers }) => sum + Object.keys(registers).length, 0),
  };
}

/** Whether a case found may replace the current one, by size. */
export type SizeTest = (found: ScenarioSize, current: ScenarioSize) => boolean;

/** Whether it is no larger in the parts that a person must understand: draws, and the sum of waves and primitives. */
export const isNotLarger: SizeTest = (found, current) =>
  found.draws <= current.draws && found.waves + found.primitives <= current.waves + current.primitives;

/** Whether it is no larger, and its sum of waves and primitives is smaller. */
export const isSmaller: SizeTest = (found, current) =>
  isNotLarger(found, current) && found.waves + found.primitives < current.waves + current.primitives;

/** Whether it is no larger, and has fewer decisions. */
export const hasFewerDecisions: SizeTest = (found, current) =>
  isNotLarger(found, current) && found.choices < current.choices;
