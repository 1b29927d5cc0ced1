import { PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, Interlock } from '../../transactions/index.js';
import type { Scene } from './scene.js';

/**
 * Creates a scene's draws, each with its own registers and, by default, a pixel interlock. Their only attribute is
 * the primitive's number, counted from 0 across all draws.
 */
export function createNumberedDraws(
  { width, height, draws, names }: Scene,
  samples: Draw['samples'],
  registers: readonly Draw['registers'][],
  interlock: Interlock = 'pixel-ordered',
): Draw[] {
  let first = 0;
  return draws.map((triangles, index) => {
    const numbers = triangles.map((_, i) => first + i);
    first += triangles.length;
    return {
      program: 0,
      scene: names[index],
      interlock,
      width,
      height,
      samples,
      registers: registers[index],
      vertices: triangles.flat(),
      depths: triangles.map(() => 0),
      attributes: 1,
      parameters: numbers.flatMap((number) => [number, ...new Array<number>(PARAMETER_DWORDS - 1).fill(0)]),
    };
  });
}
