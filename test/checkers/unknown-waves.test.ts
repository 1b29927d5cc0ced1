import type { Scenario, Transaction, Verdict } from '../../transactions/index.js';
import {
  createGdsScene,
  createGroupedScene,
  createVertexScene,
  INSTANCED_DRAW,
} from '../support/background-scene.js';
import { drawScenario } from '../support/drawn-scenario.js';
import { checkRun } from './support/checked-run.js';

function generateScenario(name: string, chip: Scenario['chip']): Scenario {
  return drawScenario(name, '0x49', { chips: [chip] });
}

const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ['an ordered section on GFX9', generateScenario('rmw_buffer', 'vega10')],
  ['an ordered section on GFX11', generateScenario('rmw_buffer', 'navi31')],
  ['groups', createGroupedScene('navi21')],
  ['vertices', createVertexScene('navi14', INSTANCED_DRAW, { interval: 1 })],
  ['groups with GDS', createGdsScene('vega20')],
];

/** Checks a run after `changeFormed` has changed or dropped each wave formation. */
function checkFormations(
  scenario: Scenario,
  changeFormed: (
    t: Transaction & { readonly kind: 'wave-formed' | 'background-formed' },
  ) => Transaction | undefined,
  mayOmitKinds: boolean,
): Verdict {
  const change = (t: Transaction) =>
    t.kind === 'wave-formed' || t.kind === 'background-formed' ? changeFormed(t) : t;
  return checkRun(scenario, change, { mayOmitKinds });
}

describe('waves whose formation is missing from the stream', () => {
  it.each(SCENARIOS)('are ignored by all rules, while other waves are still checked: %s', (_, scenario) => {
    const withoutFormations = checkFormations(scenario, () => undefined, true);
    expect(withoutFormations.violations.filter(({ place }) => place.wave !== undefined)).toEqual([]);
    const withHalfFormed = checkFormations(scenario, (t) => (t.wave % 2 === 0 ? t : undefined), false);
    expect(withHalfFormed.violations.filter(({ place }) => (place.wave ?? 0) % 2 === 1)).toEqual([]);
    expect(Object.values(withHalfFormed.armed).some((count) => count > 0)).toBe(true);
  });
});

it.each(SCENARIOS)('waves of a nonexistent draw do not make the verdict inconclusive: %s', (_, scenario) => {
  const draw = scenario.draws.length;
  const verdict = checkFormations(scenario, (t) => (t.kind === 'wave-formed' ? { ...t, draw } : t), false);
  expect(verdict.inconclusive).toBe(false);
});
