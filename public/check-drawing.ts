import { type ChipName, chipOf, type WaveSize } from '../arch/index.js';
import type { Triangle } from '../stimulus/index.js';
import { UsageError } from '../transactions/index.js';

/** Values of one primitive. */
const COORDINATES = 6;

/** Throws `UsageError`, one line, for primitives that nothing can draw, and for waves that the chip does not have. */
export function checkDrawing(
  draws: readonly (readonly Triangle[])[],
  chip: ChipName,
  wave: WaveSize | undefined,
): void {
  const { waveSizes } = chipOf(chip);
  if (wave !== undefined && !waveSizes.includes(wave)) {
    throw new UsageError(`Invalid wave ${wave}: expected ${waveSizes.join(' or ')} on ${chip}`);
  }
  if (draws.length === 0) throw new UsageError('Invalid draws: expected one at least, got none');
  const wrong = draws.flat().find((one) => one.length !== COORDINATES || !one.every(Number.isInteger));
  if (wrong !== undefined) {
    throw new UsageError(
      `Invalid primitive [${wrong.join(', ')}]: expected six integers in 1/256 pixel, x and y of each corner`,
    );
  }
}
