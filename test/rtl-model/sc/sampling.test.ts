import { expect, it } from 'vitest';
import { LOCATION, samplingOf } from '../../../rtl-model/sc/sampling.js';
import { scene } from '../../checkers/support/scenes.js';

const [LOCATION_FIELD, ULC] = [16, 1 << 20];

it.each([
  [0, LOCATION.CENTRE],
  [1 << LOCATION_FIELD, LOCATION.CENTROID],
  [2 << LOCATION_FIELD, LOCATION.SAMPLE],
  [ULC, LOCATION.CORNER],
  [ULC | (2 << LOCATION_FIELD), LOCATION.CORNER],
])('puts the position by SPI_BARYC_CNTL %i at %i; the corner takes precedence', (control, place) => {
  const [draw] = scene({ draw: { registers: { SPI_BARYC_CNTL: control } } }).draws;
  expect(samplingOf('gfx11', draw!, (forced) => forced).positionAt).toBe(place);
});
