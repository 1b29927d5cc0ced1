import { type CoveredPixel, listCoveredPixels } from '../../transactions/index.js';
import { getOrCreateList } from './list-in.js';
import type { RunTimeline } from './run-timeline.js';

/** One invocation that covers a pixel, with its wave, lane and primitive. */
export interface PixelCoverage extends CoveredPixel {
  readonly wave: number;
}

/** The pixels that at least one wave covers, and their inclusive bounding box. */
export interface ScreenCoverage {
  /** Maps `x,y` to the invocations that cover that pixel, in the order in which their sections must run. */
  readonly byPixel: ReadonlyMap<string, readonly PixelCoverage[]>;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds the invocations that cover each pixel, with primitives in API order. Returns undefined if no wave
 * covers any pixel.
 */
export function getScreenCoverage({ waves, scenario }: RunTimeline): ScreenCoverage | undefined {
  const byPixel = new Map<string, PixelCoverage[]>();
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { wave, life } of waves) {
    if (life.formed === undefined) continue;
    const samples = scenario.draws.at(life.formed.draw)?.samples ?? 1;
    for (const pixel of listCoveredPixels(life.formed, samples)) {
      const key = `${pixel.x},${pixel.y}`;
      getOrCreateList(byPixel, key).push({ ...pixel, wave });
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
