import { fileURLToPath } from 'node:url';
import { readGolden as readFolder } from '../../shaders/golden/golden-files.js';
import type { GoldenScene } from '../../stimulus/index.js';

/** A golden scene with its class and the final content of the storage buffer on the GPU. */
export interface GoldenCase extends GoldenScene {
  readonly class: string;
  readonly expected: Uint32Array;
}

const FOLDER = fileURLToPath(new URL('../../data/golden/', import.meta.url));

/** Reads all golden scenes of the project. */
export function readGolden(): GoldenCase[] {
  return readFolder(FOLDER, true).map(({ class: name, scene, expected }) => ({
    class: name,
    ...scene,
    expected: expected!,
  }));
}
