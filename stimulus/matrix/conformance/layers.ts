import type { Draw, Interlock } from '../../../transactions/index.js';

/** The kind of storage that the conformance test's shaders use. */
export type Resource = 'image' | 'ssbo';

/** The granularity of locations: one per pixel, or one per sample. */
export type LocationGranularity = 'pixel' | 'sample';

/** The number of bits that all layers together set at a location. */
const LOCATION_BITS = 32;

/** One combination of the conformance test's parameters (scenarios.md 1). */
export interface LayerCase {
  readonly interlock: Interlock;
  readonly samples: Draw['samples'];
  /** Whether there is one invocation per sample, each with its own location. */
  readonly sampleShading: boolean;
  readonly discards: boolean;
  readonly resource: Resource;
}

/** Returns the granularity of a case's locations. */
export function getLocationGranularity({ sampleShading }: LayerCase): LocationGranularity {
  return sampleShading ? 'sample' : 'pixel';
}

/** Returns the number of bits that one layer sets at a location: one for each sample of the invocation. */
export function getBitsPerLayer({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? 1 : samples;
}

/** Returns the number of instances that the case draws. */
export function countLayers(layerCase: LayerCase): number {
  return LOCATION_BITS / getBitsPerLayer(layerCase);
}

/** Returns the number of locations per pixel. */
export function getLocationsPerPixel({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? samples : 1;
}
