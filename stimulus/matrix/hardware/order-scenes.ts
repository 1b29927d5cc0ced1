import type { Block } from '../blocks.js';
import { pixelBlock, quadBlock, wholeBlock } from '../blocks.js';
import type { FoldBlock } from '../fold-parts.js';

/** Pairs on one pixel with 0 to `spacingMax` other quads, all in the lower half, in between. */
export function spacedPairs(size: number, spacingMax: number): Block[] {
  return Array.from({ length: spacingMax + 1 }, (_, spacing) => {
    const pixel = pixelBlock(spacing % size, Math.floor(spacing / size) % (size / 2));
    return [pixel, ...fillerQuads(spacing, size), pixel];
  }).flat();
}

function fillerQuads(count: number, size: number): Block[] {
  const blocks: Block[] = [];
  for (let remaining = count; remaining > 0; remaining -= size / 2)
    blocks.push({ x: 0, y: size / 2, width: 2 * Math.min(remaining, size / 2), height: 2 });
  return blocks;
}

/** Stacks of these numbers of primitives, each on its own pixel. */
export function chains(size: number, lengths: readonly number[]): Block[] {
  return lengths.flatMap((length, i) =>
    new Array<Block>(length).fill(pixelBlock((3 * i) % size, 2 * Math.floor((3 * i) / size))),
  );
}

/** Minimum sleeps of an owner, and the distance that adds another sleep. */
const SLEEPS = 2;
const WAVES_PER_SLEEP = 5;

/**
 * For each distance: a wave that stays in its section, distance - 1 short waves on separate pixels, and a wave that overlaps
 * the first one.
 */
export function distantPairs(size: number, distances: readonly number[]): FoldBlock[] {
  let next = 0;
  const pixel = (): Block => {
    const block = pixelBlock(next % size, Math.floor(next / size) % size);
    next++;
    return block;
  };
  return distances.flatMap((distance): FoldBlock[] => {
    const owner = pixel();
    const between = Array.from({ length: distance - 1 }, pixel);
    return [{ ...owner, sleeps: SLEEPS + Math.ceil(distance / WAVES_PER_SLEEP) }, ...between, owner];
  });
}

/** Layers of single quads over the whole area. */
export function quadLayers(size: number, layers: number): Block[] {
  const quads = (size / 2) ** 2;
  return Array.from({ length: layers * quads }, (_, i) => quadBlock(i, size));
}

/** A stack of primitives with this height on each quad of the area in turn. */
export function quadStacks(size: number, height: number): Block[] {
  const quads = (size / 2) ** 2;
  return Array.from({ length: height * quads }, (_, i) => quadBlock(Math.floor(i / height), size));
}

/** A block for every pixel. */
export function everyPixel(size: number): Block[] {
  return Array.from({ length: size * size }, (_, i) => pixelBlock(i % size, Math.floor(i / size)));
}

/** Layers of the whole area. */
export function wholeLayers(size: number, layers: number): Block[] {
  return new Array<Block>(layers).fill(wholeBlock(size));
}

/** Layers of two-pixel-wide columns over the whole area. */
export function columnLayers(size: number, layers: number): Block[] {
  return Array.from({ length: (layers * size) / 2 }, (_, i) => ({
    x: (2 * i) % size,
    y: 0,
    width: 2,
    height: size,
  }));
}

/**
 * Layers of two halves: the first fills the overlap table, the second overlaps nothing in its layer. After each layer a quad
 * repeats while it is in the table.
 */
export function refilledTable(size: number): Block[] {
  const half = { x: 0, y: 0, width: size, height: size / 2 };
  const repeatedQuad = new Array<Block>(3).fill(quadBlock(0, size));
  return Array.from({ length: 4 }, () => [half, { ...half, y: size / 2 }, ...repeatedQuad]).flat();
}

/** The blocks with a slow first one, which keeps its id until the others have exhausted the ids. */
export function slowFirst([first, ...others]: readonly Block[]): FoldBlock[] {
  return [{ ...first, sleeps: SLEEPS }, ...others];
}

/** Edge of packer regions if several packers are active. */
export const PACKER_REGION = 8;

/** Area edges at which each packer has a region, with regions in stripes or a checkerboard. */
export function sizesOfPackers(packers: number): readonly number[] {
  return [16, 32].filter((size) => size >= packers * PACKER_REGION);
}

/** A stack of primitives on each quad; those within the first region stay in their section. */
export function slowRegion(size: number, height: number): FoldBlock[] {
  return quadStacks(size, height).map((block) =>
    block.x < PACKER_REGION && block.y < PACKER_REGION ? { ...block, sleeps: 1 } : block,
  );
}

/**
 * Non-overlapping waves that leave youngest first, then a wave on the pixels of the middle one, and one on the pixels of each.
 */
export function reversedExits(size: number, waves: number): FoldBlock[] {
  const quads = Array.from({ length: waves }, (_, i) => quadBlock(i, size));
  const middle = quads[waves >> 1];
  return [...quads.map((quad, i) => ({ ...quad, sleeps: waves - i })), middle, ...quads];
}

/** Waiters are delayed by fewer than this many three-clock iterations: about the length of a short section. */
const LATE_ROUNDS = 16;

/** Owners stay for fewer than this many iterations: longer than every step of a waiter. */
const ROUNDS = 16;

/**
 * Owner and waiter on each quad in turn, with each owner staying one iteration longer than the previous one (modulo `ROUNDS`).
 */
export function delayedOwners(size: number, pairs: number): FoldBlock[] {
  return Array.from({ length: pairs }, (_, i): FoldBlock[] => {
    const quad = quadBlock(i, size);
    return [{ ...quad, rounds: i % ROUNDS }, quad];
  }).flat();
}

/** Owner and waiter on each quad in turn, with each waiter one iteration later than the previous one (modulo `LATE_ROUNDS`). */
export function lateWaiters(size: number, pairs: number): FoldBlock[] {
  return Array.from({ length: pairs }, (_, i): FoldBlock[] => {
    const quad = quadBlock(i, size);
    return [quad, { ...quad, rounds: i % LATE_ROUNDS }];
  }).flat();
}
