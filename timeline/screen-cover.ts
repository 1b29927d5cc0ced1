import { type CoveredPixel, coveredPixels } from '../transactions/index.js';
import { listIn } from './list-in.js';
import type { RunStory } from './run-story.js';

/** One invocation of a pixel: the wave and lane that have it, and its primitive. */
export interface Cover extends CoveredPixel {
  readonly wave: number;
}

/** Pixels that some wave covers, and the box around them. */
export interface ScreenCover {
  /** By `x,y`: who covers the pixel, in the order in which sections have to run. */
  readonly byPixel: ReadonlyMap<string, readonly Cover[]>;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Who covers which pixel, primitives in API order; undefined where no wave covers any. */
export function screenCover({ waves, scenario }: RunStory): ScreenCover | undefined {
  const byPixel = new Map<string, Cover[]>();
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { wave, life } of waves) {
    if (life.formed === undefined) continue;
    const samples = scenario.draws.at(life.formed.draw)?.samples ?? 1;
    for (const pixel of coveredPixels(life.formed, samples)) {
      const key = `${pixel.x},${pixel.y}`;
      listIn(byPixel, key).push({ ...pixel, wave });
      box.left = Math.min(box.left, pixel.x);
      box.top = Math.min(box.top, pixel.y);
      box.right = Math.max(box.right, pixel.x);
      box.bottom = Math.max(box.bottom, pixel.y);
    }
  }
  if (byPixel.size === 0) return undefined;
  for (const covers of byPixel.values()) covers.sort((a, b) => a.primitive - b.primitive || a.wave - b.wave);
  return { byPixel, ...box };
}
