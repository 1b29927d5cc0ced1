import type { Draw, Interlock } from '../../../transactions/index.js';

/** The type of storage that the conformance test's shaders use. */
export type Resource = 'image' | 'ssbo';

/** The granularity of locations: one per pixel, or one per sample. */
export type LocationGranularity = 'pixel' | 'sample';

/** The number of bits that all layers together set at a location. */
const LOCATION_BITS = 32;

/** One combination of the conformance test's parameters (scenarios.md 1). */
export interface LayerCase {
  readonly interlock: Interlock;
  readonly samples: Draw['samples'];
  /** Whether the shader runs once per sample, with a location for each. */
  readonly sampleShading: boolean;
  readonly discards: boolean;
  readonly resource: Resource;
}

/** Returns whether a case has one location per pixel or per sample. */
export function getLocationGranularity({ sampleShading }: LayerCase): LocationGranularity {
  return sampleShading ? 'sample' : 'pixel';
}

/** Returns the number of bits that one layer sets at a location: one for each sample of the invocation. */
export function getBitsPerLayer({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? 1 : samples;
}

/** Returns the number of strip instances that the case draws. */
export function countLayers(layerCase: LayerCase): number {
  return LOCATION_BITS / getBitsPerLayer(layerCase);
}

/** Returns the number of locations per pixel. */
export function getLocationsPerPixel({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? samples : 1;
}
