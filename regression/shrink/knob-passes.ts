import { type Freedoms, KNOBS, type Scenario } from '../../transactions/index.js';
import type { Pass } from './structure-passes.js';

/** First ids this far below the largest one still meet the wrap after a few waves. */
const NEAR_WRAP = [0, 1, 2, 3, 5, 8];

/** Knobs at their defaults: all of them, or one. */
export const defaultKnobs: Pass = function* ({ scenario }) {
  const { freedoms } = scenario;
  const standard = Object.fromEntries(
    Object.entries(KNOBS).map(([name, knob]) => [name, knob.default]),
  ) as unknown as Freedoms;
  const other = (Object.keys(standard) as (keyof Freedoms)[]).filter(
    (name) => `${freedoms[name]}` !== `${standard[name]}`,
  );
  if (other.length > 1) yield withKnobs(scenario, standard);
  for (const name of other) yield withKnobs(scenario, { [name]: standard[name] });
};

/** A first id so near to the wrap that few waves reach it; for failures that need it, however many waves came before. */
export const nearerWrap: Pass = function* ({ scenario }) {
  const { idWrap, idStart } = scenario.freedoms;
  for (const distance of NEAR_WRAP) {
    if (distance < idWrap - idStart) yield withKnobs(scenario, { idStart: idWrap - distance });
  }
};

function withKnobs(scenario: Scenario, knobs: Partial<Freedoms>): Scenario {
  return { ...scenario, freedoms: { ...scenario.freedoms, ...knobs } };
}
