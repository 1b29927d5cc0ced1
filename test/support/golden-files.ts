import { fileURLToPath } from 'node:url';
import { readGolden as readFolder } from '../../shaders/golden/golden-files.js';
import type { GoldenScene } from '../../stimulus/index.js';

/** One scene of the golden data with its class and the storage buffer as the GPU left it. */
export interface GoldenCase extends GoldenScene {
  readonly class: string;
  readonly expected: Uint32Array;
}

const FOLDER = fileURLToPath(new URL('../../data/golden/', import.meta.url));

/** Reads all golden scenes that the project holds. */
export function readGolden(): GoldenCase[] {
  return readFolder(FOLDER, true).map(({ class: name, scene, expected }) => ({
    class: name,
    ...scene,
    expected: expected!,
  }));
}
