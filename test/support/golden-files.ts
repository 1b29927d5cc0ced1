import { fileURLToPath } from 'node:url';
import { readGolden as readFolder } from '../../intake/golden/golden-files.js';
import type { GoldenScene } from '../../stimulus/index.js';

/** A golden scene with its class and the storage buffer's final contents on the GPU. */
export interface GoldenCase extends GoldenScene {
  readonly class: string;
  readonly expected: Uint32Array;
}

const FOLDER = fileURLToPath(new URL('../../data/golden/', import.meta.url));

/** Reads all of the project's golden scenes. */
export function readGoldenCases(): GoldenCase[] {
  return readFolder(FOLDER).map(({ class: name, scene, expected }) => ({
    class: name,
    ...scene,
    expected,
  }));
}
