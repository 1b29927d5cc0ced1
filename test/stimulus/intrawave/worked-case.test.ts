import { runScenario } from '../../../rtl-model/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

/** The layer masks of one wave64 or two wave32s, without bit 0, which hardware may or may not set. */
const LAYER_MASKS = { 64: [0x384], 32: [0x84, 0x2] } as const;

test.each(['vega10', 'navi10', 'navi21'] as const)(
  'every seed produces exactly the waves of the worked example on %s (S-066)',
  (chip) => {
    for (let seed = 1; seed <= 24; seed++) {
      const scenario = drawScenario('intrawave_worked_case', `0x${seed}`, { chips: [chip] });
      const masks: number[] = [];
      runScenario(scenario, (t) => {
        if (t.kind === 'wave-formed') masks.push(t.intrawaveMask & ~1);
      });
      expect([seed, masks]).toEqual([seed, LAYER_MASKS[scenario.wave]]);
    }
  },
);
