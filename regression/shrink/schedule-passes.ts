import type { Scenario } from '../../transactions/index.js';
import type { FailingCase } from './failure-probe.js';
import type { Sweep } from './sweeps.js';

/** The case with its own choices as its schedule. */
export function recorded({ scenario, result }: FailingCase): Scenario {
  return withChoices(scenario, result.run.choices ?? []);
}

/** Recorded choices, by their places, that take the first alternative. */
export const firstChoices: Sweep<number> = {
  parts: ({ schedule }) =>
    schedule.strategy === 'replay'
      ? schedule.choices.flatMap((choice, place) => (choice === 0 ? [] : [place]))
      : [],
  without: (scenario, places) => {
    if (scenario.schedule.strategy !== 'replay') return undefined;
    const first = new Set(places);
    return withChoices(
      scenario,
      scenario.schedule.choices.map((choice, place) => (first.has(place) ? 0 : choice)),
    );
  },
};

function withChoices(scenario: Scenario, choices: readonly number[]): Scenario {
  return { ...scenario, schedule: { strategy: 'replay', choices } };
}
