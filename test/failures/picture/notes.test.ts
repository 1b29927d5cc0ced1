import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { waveNote } from '../../../failures/picture/notes.js';
import type { WaveLifetime } from '../../../timeline/index.js';
import type { WaveFormed } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

function makeNote(chip: ChipName, id: number, newest: number): string {
  const formed = { packer: 0, id, draw: 0, didOverlap: true, newest } as WaveFormed;
  return waveNote({ wave: 3, formed } as WaveLifetime, 0, scene({ chip }));
}

it('gives the actual id if the newest id field is one too small', () => {
  expect(makeNote('vega10', 0, 14)).toMatch(
    /newest id field 14, which means id 15 \(one too small before a wrap, on GFX9\)$/,
  );
  expect(makeNote('vega10', 3, 2)).toMatch(/newest id field 2$/);
  expect(makeNote('navi10', 0, 14)).toMatch(/newest id field 14$/);
});
