import { type Block, createFullBlock, createPixelBlock, createQuadBlock, type FoldBlock } from './blocks.js';

/**
 * Returns pairs of blocks on one pixel, separated by 0 to `maxSpacing` filler quads from the lower half of the area.
 */
export function createSpacedPairs(size: number, maxSpacing: number): Block[] {
  return Array.from({ length: maxSpacing + 1 }, (_, spacing) => {
    const pixel = createPixelBlock(spacing % size, Math.floor(spacing / size) % (size / 2));
    const fillers: Block[] = [];
    for (let remaining = spacing; remaining > 0; remaining -= size / 2)
      fillers.push({ x: 0, y: size / 2, width: 2 * Math.min(remaining, size / 2), height: 2 });
    return [pixel, ...fillers, pixel];
  }).flat();
}

/** Returns one stack of primitives per length, each on its own pixel. */
export function createChains(size: number, lengths: readonly number[]): Block[] {
  return lengths.flatMap((length, i) =>
    new Array<Block>(length).fill(createPixelBlock((3 * i) % size, 2 * Math.floor((3 * i) / size))),
  );
}

const MIN_SLEEPS = 2;
/** The owner sleeps once more for every `WAVES_PER_SLEEP` waves in between. */
const WAVES_PER_SLEEP = 5;

/**
 * Returns, for each distance, a wave that stays in its section, distance - 1 short waves on separate pixels, and a wave
 * that overlaps the first one.
 */
export function createDistantPairs(size: number, distances: readonly number[]): FoldBlock[] {
  let nextPixel = 0;
  const takePixel = (): Block => {
    const block = createPixelBlock(nextPixel % size, Math.floor(nextPixel / size) % size);
    nextPixel++;
    return block;
  };
  return distances.flatMap((distance): FoldBlock[] => {
    const owner = takePixel();
    const fillers = Array.from({ length: distance - 1 }, takePixel);
    return [{ ...owner, sleeps: MIN_SLEEPS + Math.ceil(distance / WAVES_PER_SLEEP) }, ...fillers, owner];
  });
}

/** Returns layers that each tile the whole area with quads. */
export function createQuadLayers(size: number, layers: number): Block[] {
  const quads = (size / 2) ** 2;
  return Array.from({ length: layers * quads }, (_, i) => createQuadBlock(i, size));
}

/** Returns a stack of `height` primitives on each quad of the area, one stack after another. */
export function createQuadStacks(size: number, height: number): Block[] {
  const quads = (size / 2) ** 2;
  return Array.from({ length: height * quads }, (_, i) => createQuadBlock(Math.floor(i / height), size));
}

/** Returns a block for each pixel of the area. */
export function createPixelGrid(size: number): Block[] {
  return Array.from({ length: size * size }, (_, i) => createPixelBlock(i % size, Math.floor(i / size)));
}

/** Returns layers that each cover the whole area with one block. */
export function createFullLayers(size: number, layers: number): Block[] {
  return new Array<Block>(layers).fill(createFullBlock(size));
}

/** Returns layers that each tile the whole area with columns two pixels wide. */
export function createColumnLayers(size: number, layers: number): Block[] {
  return Array.from({ length: (layers * size) / 2 }, (_, i) => ({
    x: (2 * i) % size,
    y: 0,
    width: 2,
    height: size,
  }));
}

/**
 * Returns layers of two halves. The first half fills the overlap table; the second overlaps nothing in its layer. Each
 * layer ends with a repeated quad that is already in the table.
 */
export function createTableRefills(size: number): Block[] {
  const half = { x: 0, y: 0, width: size, height: size / 2 };
  const repeatedQuad = new Array<Block>(3).fill(createQuadBlock(0, size));
  return Array.from({ length: 4 }, () => [half, { ...half, y: size / 2 }, ...repeatedQuad]).flat();
}

/** Makes the first block slow, so it keeps its id until the others have used up all the ids. */
export function slowDownFirst([first, ...others]: readonly Block[]): FoldBlock[] {
  return [{ ...first, sleeps: MIN_SLEEPS }, ...others];
}

/** The edge length, in pixels, of a packer's region when several packers are active. */
export const PACKER_REGION = 8;

/**
 * Returns the area sizes (edge lengths in pixels) that are large enough for every packer to have a region, in either a
 * striped or a checkerboard layout.
 */
export function getSizesForPackers(packers: number): readonly number[] {
  return [16, 32].filter((size) => size >= packers * PACKER_REGION);
}

/** Returns a stack of primitives on each quad. Those in the first region stay in their section longer. */
export function createSlowRegion(size: number, height: number): FoldBlock[] {
  return createQuadStacks(size, height).map((block) =>
    block.x < PACKER_REGION && block.y < PACKER_REGION ? { ...block, sleeps: 1 } : block,
  );
}

/**
 * Returns blocks for disjoint waves that exit in reverse order, followed by a block that overlaps the middle one, and
 * then one more block per quad.
 */
export function createReversedExits(size: number, waves: number): FoldBlock[] {
  const quads = Array.from({ length: waves }, (_, i) => createQuadBlock(i, size));
  const middle = quads[waves >> 1];
  return [...quads.map((quad, i) => ({ ...quad, sleeps: waves - i })), middle, ...quads];
}

/**
 * The number of distinct delays, in three-clock iterations: roughly the length of one short section, and enough for an
 * owner to exit during each step of the waiter's entry.
 */
const DELAYS = 16;

/**
 * Returns an owner and a waiter for each quad in turn. One of them is delayed by one iteration more than in the previous
 * pair (modulo `DELAYS`).
 */
export function createDelayedPairs(size: number, pairs: number, delayed: 'owner' | 'waiter'): FoldBlock[] {
  return Array.from({ length: pairs }, (_, i): FoldBlock[] => {
    const quad = createQuadBlock(i, size);
    const late = { ...quad, rounds: i % DELAYS };
    return delayed === 'owner' ? [late, quad] : [quad, late];
  }).flat();
}
