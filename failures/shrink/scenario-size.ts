import { formatQuantity } from '../../harness/text/index.js';
import type { RunOutcome } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** The encoding of `s_nop 0` on all generations (SOPP, opcode 0). As a replacement, it does not move branch targets. */
export const NOP_WORD = 0xbf800000;

/** The size of a failing case. */
export interface ScenarioSize {
  readonly waves: number;
  readonly primitives: number;
  readonly draws: number;
  /** The number of non-default choices, or of decisions if the schedule consists of decisions. */
  readonly choices: number;
  /** The number of program words other than `s_nop 0`. */
  readonly words: number;
  /** The number of registers that the draws set. */
  readonly registers: number;
}

/** Returns the size of a scenario whose run recorded its choices. */
export function measureSize(
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

/** Returns whether a candidate is small enough to replace the current case. */
export type SizeTest = (candidate: ScenarioSize, current: ScenarioSize) => boolean;

/** Accepts a case that is no harder to understand: it has no more draws, and no more waves and primitives in total. */
export const isNotLarger: SizeTest = (candidate, current) =>
  candidate.draws <= current.draws &&
  candidate.waves + candidate.primitives <= current.waves + current.primitives;

/** Accepts a case that is no larger and has fewer waves and primitives in total. */
export const isSmaller: SizeTest = (candidate, current) =>
  isNotLarger(candidate, current) &&
  candidate.waves + candidate.primitives < current.waves + current.primitives;

/** Accepts a case that is no larger and has fewer decisions. */
export const hasFewerDecisions: SizeTest = (candidate, current) =>
  isNotLarger(candidate, current) && candidate.choices < current.choices;

/** Describes a size in words: `2 waves, 2 primitives, 1 draw, 40 program words, 9 registers, 0 non-default choices`. */
export function formatSize({ waves, primitives, draws, words, registers, choices }: ScenarioSize): string {
  return [
    formatQuantity(waves, 'wave'),
    formatQuantity(primitives, 'primitive'),
    formatQuantity(draws, 'draw'),
    formatQuantity(words, 'program word'),
    formatQuantity(registers, 'register'),
    formatQuantity(choices, 'non-default choice'),
  ].join(', ');
}
