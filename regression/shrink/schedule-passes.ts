import type { Scenario } from '../../transactions/index.js';
import { chunks } from './chunks.js';
import type { FailingCase } from './failure-probe.js';
import type { Pass } from './structure-passes.js';

/** The case with its own choices as its schedule. */
export function recorded({ scenario, result }: FailingCase): Scenario {
  return withChoices(scenario, result.run.choices ?? []);
}

/** Choices that take the first alternative, or a lower one, in ever smaller chunks. */
export const plainerChoices: Pass = function* ({ scenario }) {
  if (scenario.schedule.strategy !== 'replay') return;
  const { choices } = scenario.schedule;
  const other = choices.flatMap((choice, index) => (choice === 0 ? [] : [index]));
  for (const [from, to] of chunks(other.length)) {
    const cleared = new Set(other.slice(from, to));
    yield withChoices(
      scenario,
      choices.map((choice, index) => (cleared.has(index) ? 0 : choice)),
    );
  }
};

function withChoices(scenario: Scenario, choices: readonly number[]): Scenario {
  return { ...scenario, schedule: { strategy: 'replay', choices } };
}
