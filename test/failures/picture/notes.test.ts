import type { ChipName } from '../../../arch/index.js';
import { formatWaveNote } from '../../../failures/picture/violation-picture.js';
import type { WaveLifetime } from '../../../failures/timeline/wave-life.js';
import type { WaveFormed } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

function makeNote(chip: ChipName, id: number, newest: number): string {
  const formed = { packer: 0, id, draw: 0, didOverlap: true, newest } as WaveFormed;
  return formatWaveNote({ wave: 3, formed } as WaveLifetime, 0, scene({ chip }));
}

it('gives the actual id when the newest id field is one too small', () => {
  expect(makeNote('vega10', 0, 14)).toMatch(
    /newest id field 14, which means id 15 \(GFX9 reports one less before a wrap\)$/,
  );
  expect(makeNote('vega10', 3, 2)).toMatch(/newest id field 2$/);
  expect(makeNote('navi10', 0, 14)).toMatch(/newest id field 14$/);
});
