import { factsOf, type Gfx, getUnusedCollisionBits } from '../../../arch/index.js';

/** Number of ten-bit ids (pops.md 5.1). */
const ID_COUNT = 1024;
/** Lowest bit of the newest overlapped id in the collision argument. */
const NEWEST_SHIFT = 16;
/** Lowest bit of the packer in the collision argument. */
const PACKER_SHIFT = 28;
const DID_OVERLAP = 0x8000_0000;

/**
 * Returns the number of packers that a wave may come from. A chip may have more packers than the collision argument
 * can encode.
 */
function countPackers(gfx: Gfx, chipPackers: number): number {
  return Math.min(chipPackers, 2 ** factsOf(gfx).packerBits);
}

/**
 * Concrete inputs for following a program's paths: a collision argument, and the exiting id that the first poll
 * reads. Each later poll reads the next id until the wave may enter. After that, the wave itself is the oldest,
 * as if all older waves had exited.
 */
export type World = Readonly<ReturnType<typeof createWorld>>;

type Ids = readonly [current: number, newest: number, exiting: number];

/**
 * Worked examples W1 to W6 and W10 to W12 of pops.md 5.4, a direct predecessor, and ids on either side of each limit.
 */
const OVERLAPPED: readonly Ids[] = [
  [5, 3, 3],
  [5, 4, 4],
  [2, 1020, 1020],
  [2, 1020, 0],
  [0, 1023, 1022],
  [5, 3, 1020],
  [5, 10, 10],
  [700, 511, 509],
];

/** The maximum distance, which GFX9 cannot distinguish from zero (pops.md 5.4, W7 and "Alias"). */
const MAX_DISTANCE: Ids = [1000, 1001, 1001];

/** Ids for waves with no overlap (bit 31 clear). The newest id is then the wave's own id or stale. */
const ALONE: readonly Ids[] = [
  [5, 5, 5],
  [900, 37, 900],
];

/**
 * Returns the worlds of a generation, on a chip with the given number of packers. GFX11 has no ids, so there is
 * only one world, without an argument.
 */
export function createWorlds(gfx: Gfx, chipPackers = Infinity): readonly World[] {
  const packerCount = countPackers(gfx, chipPackers);
  const { hasWaveIds, newestIdOffByOne } = factsOf(gfx);
  if (!hasWaveIds) return [{ ...createWorld(gfx, packerCount, ALONE[0], 0, false), didOverlap: true }];
  const overlapped = newestIdOffByOne ? OVERLAPPED : [...OVERLAPPED, MAX_DISTANCE];
  const worlds = [
    ...overlapped.map((ids, index) => createWorld(gfx, packerCount, ids, index, true)),
    ...ALONE.map((ids, index) => createWorld(gfx, packerCount, ids, index * (packerCount + 1), false)),
  ];
  return worlds.map((world, number) => ({ ...world, number }));
}

/**
 * Creates a world with the given ids. Consecutive indices cycle through the packers, and every other pass sets the
 * unused bits.
 */
function createWorld(
  gfx: Gfx,
  packerCount: number,
  [current, newest, exiting]: Ids,
  index: number,
  didOverlap: boolean,
) {
  const facts = factsOf(gfx);
  const packer = index % packerCount;
  const isBeforeWrap = facts.newestIdOffByOne && newest > current;
  const encodedNewest = isBeforeWrap ? newest - 1 : newest;
  const unused = Math.floor(index / packerCount) % 2 === 1 ? getUnusedCollisionBits(facts) : 0;
  const fields = (packer << PACKER_SHIFT) | (encodedNewest << NEWEST_SHIFT) | current;
  return {
    /** Index among the worlds of its generation. */
    number: 0,
    packer,
    current,
    /** The actual newest overlapped id. The argument contains it in the generation's encoding (S-039). */
    newest,
    didOverlap,
    exiting,
    /** The value of the collision argument. */
    argument: fields | unused | (didOverlap ? DID_OVERLAP : 0),
  };
}

/**
 * Returns the exiting id that the next poll reads. Between polls, another older wave exits; once the wave may enter,
 * all of them have exited.
 */
export function getNextExitingId({ current }: World, exiting: number, mayEnter: boolean): number {
  return mayEnter || exiting === current ? current : (exiting + 1) % ID_COUNT;
}

/** Returns the first line of a witness, which describes the world. */
export function describeWorld(world: World): string {
  const { packer, current, newest, didOverlap } = world;
  const overlap = didOverlap ? `newest overlapped ${newest}` : 'no overlap';
  return `a wave starts with id ${current} on packer ${packer}, ${overlap}`;
}
