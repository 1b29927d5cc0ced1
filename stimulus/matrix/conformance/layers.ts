import type { Draw, Interlock } from '../../../transactions/index.js';

/** Storage used by the conformance test's shaders. */
export type Resource = 'image' | 'ssbo';

/** Granularity of locations: the pixel, or each of its samples. */
export type LocationKey = 'pixel' | 'sample';

/** Total bits set by a location's layers. */
const LOCATION_BITS = 32;

/** One point on the conformance test's axes (scenarios.md 1). */
export interface LayerCase {
  readonly interlock: Interlock;
  readonly samples: Draw['samples'];
  /** One invocation per sample, each with its own location. */
  readonly sampleShading: boolean;
  readonly discards: boolean;
  readonly resource: Resource;
}

/** Granularity of a case's locations. */
export function keyOf({ sampleShading }: LayerCase): LocationKey {
  return sampleShading ? 'sample' : 'pixel';
}

/** Bits that one layer sets at a location: one per sample of the invocation. */
export function bitsPerLayer({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? 1 : samples;
}

/** Number of instances drawn. */
export function layerCount(layerCase: LayerCase): number {
  return LOCATION_BITS / bitsPerLayer(layerCase);
}

/** Locations per pixel. */
export function locationsPerPixel({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? samples : 1;
}
