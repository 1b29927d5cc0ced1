import type { RandomStream } from '../../transactions/index.js';
import { TRIANGLE_SOURCES, type Triangle, type TriangleSource } from './triangles.js';

/** What is drawn, apart from state and programs: an area, and draws of triangles in order. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly draws: readonly (readonly Triangle[])[];
}

const SIZES = [16, 32, 64] as const;

/** Pixels that a scene covers at most, summed over its triangles' bounding areas; keeps one test small. */
const LAYERS = { 16: 48, 32: 24, 64: 8 } as const;

/** A random scene of one to three draws; sources that cover the whole area get fewer triangles. */
export function drawScene(stream: RandomStream): Scene {
  const width = SIZES[stream.below(SIZES.length)];
  const height = SIZES[stream.below(SIZES.length)];
  const layers = LAYERS[Math.max(width, height) as keyof typeof LAYERS];
  const draws = Array.from({ length: 1 + stream.below(3) }, () => {
    const names = Object.keys(TRIANGLE_SOURCES) as (keyof typeof TRIANGLE_SOURCES)[];
    const name = names[stream.below(names.length)];
    const source: TriangleSource = TRIANGLE_SOURCES[name];
    const large =
      name === 'fullscreenStack' || name === 'randomLarge' || name === 'repeated' || name === 'fan';
    return source(stream, width, height, 1 + stream.below(large ? layers : 48));
  });
  return { width, height, draws };
}
