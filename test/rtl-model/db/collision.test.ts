import { expect, test } from 'vitest';
import { openCorpus, runScenarioTest } from '../../../regression/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { describeCollision } from '../../../rtl-model/db/collision.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { formatSeed } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

/** What a wave says that met the waves 0 and 2 under a window of six ids, when its own number is `sequence`. */
function described(chip: 'vega10' | 'navi10', sequence: number, windowStart: number) {
  const registers = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_COL_FORMAT: 1 };
  const scenario = scene({ chip, draw: { registers }, freedoms: { idWrap: 7, idWindow: 6 } });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const wave = new Wave(0);
  wave.reset(0, sequence, planDraws(context, scenario)[0]);
  wave.id = sequence % 8;
  const met = new OverlapSet();
  met.add(0);
  met.add(2);
  describeCollision(context, wave, met, {
    reportedNewest: ({ newest }) => newest,
    falseOverlap: 0,
    newestField: (id) => id,
    newestOfLayers: (earlier) => earlier,
    waveOf: () => undefined,
    oldest: windowStart,
    windowStart,
  });
  return { didOverlap: wave.didOverlap, newest: wave.newest };
}

test.each(['vega10', 'navi10'] as const)(
  'on %s a wave names nobody whose id has left the window meanwhile',
  (chip) => {
    expect(described(chip, 8, 3)).toEqual({ didOverlap: true, newest: 2 });
    expect(described(chip, 9, 3)).toEqual({ didOverlap: false, newest: 1 });
  },
);

test('names a wave outside the window that has not exited', () => {
  expect(described('vega10', 9, 2)).toEqual({ didOverlap: true, newest: 2 });
});

test('correct programs of GFX9 end under a window one below the wrap, however often the packer stalls for ids', () => {
  const corpus = openCorpus();
  const knobs = { idWrap: 7, idWindow: 6, packers: 1, waveSlots: 64 };
  for (let low = 0; low < 12; low++) {
    for (const name of ['busy_entry', 'multi_set', 'many_paths']) {
      const sequence = SEQUENCES.find((each) => each.name === name)!;
      const seed = formatSeed({ high: 0x71d, low });
      const scenario = sequence.generate({ seed, corpus, chips: ['raven'], knobs, faults: [] });
      expect(runScenarioTest(scenario).finding?.rule).toBeUndefined();
    }
  }
});
