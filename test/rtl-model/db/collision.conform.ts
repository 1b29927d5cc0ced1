import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { formatSeed } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

test('correct GFX9 programs run to completion when the id window is one less than the maximum id, even though waves often stall waiting for an id', () => {
  const knobs = { idWrap: 7, idWindow: 6, packers: 1, waveSlots: 64 };
  for (let low = 0; low < 12; low++) {
    for (const name of ['busy_entry', 'multi_set', 'many_paths']) {
      const scenario = drawScenario(name, formatSeed({ high: 0x71d, low }), { chips: ['raven'], knobs });
      expect(runScenarioTest(scenario).finding?.rule).toBeUndefined();
    }
  }
});
