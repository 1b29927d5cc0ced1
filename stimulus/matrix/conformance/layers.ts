import type { Draw, Interlock } from '../../../transactions/index.js';

/** The storage that shaders of the conformance test reach. */
export type Resource = 'image' | 'ssbo';

/** Places of a location: the pixel, or one for each sample of it. */
export type LocationKey = 'pixel' | 'sample';

/** Bits that the layers of one location fill together. */
const LOCATION_BITS = 32;

/** One point of the conformance test's axes (scenarios.md 1). */
export interface LayerCase {
  readonly interlock: Interlock;
  readonly samples: Draw['samples'];
  /** One invocation a sample, each with a location of its own. */
  readonly sampleShading: boolean;
  readonly discards: boolean;
  readonly resource: Resource;
}

export function keyOf({ sampleShading }: LayerCase): LocationKey {
  return sampleShading ? 'sample' : 'pixel';
}

/** Bits that one layer fills at a location: one a sample that the invocation stands for. */
export function bitsPerLayer({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? 1 : samples;
}

/** Instances that are drawn. */
export function layerCount(layerCase: LayerCase): number {
  return LOCATION_BITS / bitsPerLayer(layerCase);
}

/** Locations of one pixel. */
export function locationsPerPixel({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? samples : 1;
}
