import { runScenario } from '../../../rtl-model/index.js';
import { slowOwner } from '../../../stimulus/sequences/slow-owner.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(low: number): Scenario {
  return drawScenario(slowOwner, low, { chips: ['navi21'], knobs: { waveSlots: 64, pctDepth: 0 } });
}

/** Returns the maximum number of waves that had been formed but had not yet exited. */
function findMaxWindow(scenario: Scenario): number {
  let formed = 0;
  let exited = 0;
  let max = 0;
  runScenario(scenario, (t) => {
    if (t.kind === 'section-exit') exited++;
    if (t.kind === 'wave-formed') max = Math.max(max, ++formed - exited);
  });
  return max;
}

test('slow_owner draws more short waves after the slow one than there are ids', () => {
  for (let low = 0; low < 40; low++) {
    const { draws, freedoms } = generateScenario(low);
    expect(draws[0].depths.length).toBeGreaterThan(freedoms.idWindow + 2);
  }
});

test('slow_owner fills the id window', () => {
  const filled = Array.from({ length: 8 }, (_, low) => generateScenario(low)).filter(
    (scenario) => findMaxWindow(scenario) >= scenario.freedoms.idWindow,
  );
  expect(filled.length).toBeGreaterThan(0);
});
