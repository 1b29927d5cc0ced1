import type { RunOutcome } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';

/** How large a failing case is. */
export interface ScenarioSize {
  readonly waves: number;
  readonly primitives: number;
  readonly draws: number;
  /** Choices that differ from the first alternative. */
  readonly choices: number;
}

/** Size of a scenario whose run kept its choices. */
export function sizeOf(
  { draws }: Pick<Scenario, 'draws'>,
  { waves, choices = [] }: Pick<RunOutcome, 'waves' | 'choices'>,
): ScenarioSize {
  return {
    waves,
    primitives: draws.reduce((sum, { depths }) => sum + depths.length, 0),
    draws: draws.length,
    choices: choices.filter((choice) => choice !== 0).length,
  };
}

/** Whether a case has grown in what a person has to understand: draws, and waves with primitives. */
export function isLarger(a: ScenarioSize, b: ScenarioSize): boolean {
  return a.draws > b.draws || a.waves + a.primitives > b.waves + b.primitives;
}
