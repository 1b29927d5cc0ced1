import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { wideWindows } from '../../../stimulus/sequences/derived.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const SCENARIOS = Array.from({ length: 40 }, (_, low) =>
  drawScenario(wideWindows, low, { chips: ['navi21'] }),
);

test('wide_windows makes the id window as large as the id wrap', () => {
  for (const { freedoms } of SCENARIOS) expect(freedoms.idWindow).toBe(freedoms.idWrap);
});

test('wide_windows fills the window with waves that overlap only themselves', () => {
  const scenario = SCENARIOS.find(({ programs }) => programs[0]?.name === 'stacked_quads')!;
  let formed = 0;
  let visibleIds = 0;
  let maxWindow = 0;
  let layeredWaves = 0;
  const { finding, verdict } = runScenarioTest(scenario, {
    sink: (t) => {
      if (t.kind === 'wave-formed') {
        maxWindow = Math.max(maxWindow, ++formed - visibleIds);
        if (t.intrawaveMask !== 0) layeredWaves++;
      } else if (t.kind === 'exiting-id-visible') visibleIds++;
    },
  });
  expect([finding, verdict.violations]).toEqual([undefined, []]);
  expect(maxWindow).toBeGreaterThanOrEqual(scenario.freedoms.idWindow);
  expect(layeredWaves).toBe(formed);
});
