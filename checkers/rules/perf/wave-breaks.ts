import type { WaveClosing } from '../../../transactions/index.js';
import { getQuadPixels } from '../../evidence/facts/quad-pixels.js';
import { QUAD } from '../../evidence/geometry/quad-columns.js';
import type { Ledgers, WaveRecord } from '../../kit.js';

/** The register field that holds the edge length of break regions: squares that no wave may extend beyond. */
export const BREAK_FIELD = 'PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE';

/** The edge length in pixels is 2 ** (this + field value). There are no regions if the field is 0. */
const EDGE_LOG2_BASE = 2;

/**
 * Whether the first quad of `next` could have joined the packer's previous wave, despite the reason given for
 * closing that wave.
 *
 * @param sizes the size of each draw's break regions, from its register
 */
export function mayShareWave(
  ledgers: Ledgers,
  previous: WaveRecord,
  next: WaveRecord,
  reason: WaveClosing,
  sizes: readonly number[],
): boolean {
  if (previous.facts.index !== next.facts.index) return false;
  if (reason === 'draw-end') return true;
  if (reason === 'overlap') return !sharesPixel(ledgers, previous, next);
  const size = sizes[previous.facts.index];
  const getRegion = ({ quads }: WaveRecord, column: number): number =>
    quads[column] >> (EDGE_LOG2_BASE + size);
  return (
    size === 0 || [QUAD.X, QUAD.Y].every((column) => getRegion(previous, column) === getRegion(next, column))
  );
}

/** Whether the first quad of `next` shares a pixel with a quad of another primitive in `previous`. */
function sharesPixel(ledgers: Ledgers, previous: WaveRecord, next: WaveRecord): boolean {
  const pixels = getQuadPixels(ledgers, next, 0);
  for (let quad = 0; quad < previous.quadCount; quad++) {
    if (previous.getPrimitive(quad) === next.getPrimitive(0)) continue;
    for (const pixel of getQuadPixels(ledgers, previous, quad)) if (pixels.has(pixel)) return true;
  }
  return false;
}
