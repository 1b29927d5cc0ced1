import {
  chipOf,
  countScalars,
  decodeProgram,
  HWREG,
  makeWaveState,
  runWave,
  SCALAR,
} from '../../../arch/index.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const sequence = SEQUENCES.find(({ name }) => name === 'intrawave_layers')!;

/** Returns which lanes are active at each store of a wave64 with the intrawave argument `mask`. */
function collectLanesAtStores(chip: 'vega10' | 'navi10' | 'navi21', mask: number): number[][] {
  const scenario = Array.from({ length: 40 }, (_, seed) =>
    drawScenario(sequence, `0x${seed + 1}`, { chips: [chip] }),
  ).find(({ wave }) => wave === 64)!;
  const { gfx } = chipOf(chip);
  const [program] = scenario.programs;
  const decoded = decodeProgram(program!.words, gfx, 64);
  const state = makeWaveState(64, decoded.vgprs, countScalars(decoded));
  state.s[7] = mask;
  state.s[SCALAR.EXEC_LO] = -1;
  state.s[SCALAR.EXEC_HI] = -1;
  state.hw[HWREG.MODE] = 0xc0;
  state.lds = new Int32Array(4096);
  const groups: number[][] = [];
  runWave(decoded, state, {
    perform: (operation) => {
      if (operation.access !== 'store') return;
      const lanes = [state.s[SCALAR.EXEC_LO], state.s[SCALAR.EXEC_HI]];
      groups.push(
        Array.from({ length: 64 }, (_, lane) => lane).filter(
          (lane) => ((lanes[lane >> 5]! >>> (lane & 31)) & 1) === 1,
        ),
      );
    },
  });
  return groups;
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

test.each(['vega10', 'navi10', 'navi21'] as const)(
  'the program runs the layers of the worked example in sequence on %s (S-066)',
  (chip) => {
    const mask = (1 << 2) | (1 << 7) | (1 << 8) | (1 << 9);
    const groups = [range(0, 7), range(8, 27), range(28, 31), range(32, 35), range(36, 63)];
    expect(collectLanesAtStores(chip, mask)).toEqual(groups);
  },
);

test('the program ignores bit 0 and the bits above its quads (S-064)', () => {
  expect(collectLanesAtStores('navi21', 0xffff0001 | 0)).toEqual([range(0, 63)]);
});
