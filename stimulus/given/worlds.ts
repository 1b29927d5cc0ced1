import type { Freedoms } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { ID_SPACES } from '../fitting-knobs.js';
import { sideSeed } from '../schedule-seed.js';

/** The difficult properties of a scene's world; the others are drawn. */
export interface World {
  /** Whether the push constant `count` exceeds every pixel count; else it is small. */
  readonly largeCount: boolean;
  /** Whether caches may be stale. */
  readonly staleCaches: boolean;
  /** Ids start just below the wrap, so dependences cross it. */
  readonly nearWrap: boolean;
  /** The overlap table is small enough to be always full. */
  readonly fullTable: boolean;
  /** There are few ids, and few may be in flight. */
  readonly smallWindow: boolean;
}

const [NO, YES] = [false, true];

/**
 * Worlds of consecutive scenes: each property holds in half of them, and every combination of two properties in two of eight.
 */
const WORLDS: readonly World[] = [
  { largeCount: NO, staleCaches: NO, nearWrap: NO, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: YES, nearWrap: YES, fullTable: YES, smallWindow: NO },
  { largeCount: NO, staleCaches: YES, nearWrap: NO, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: NO, nearWrap: YES, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: NO, nearWrap: YES, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: YES, nearWrap: NO, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: YES, nearWrap: YES, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: NO, nearWrap: NO, fullTable: YES, smallWindow: NO },
];

/** Number of worlds. */
export const WORLD_COUNT = WORLDS.length;

/** Id spaces counted as small. */
const SMALL_SPACES = ID_SPACES.filter(([wrap]) => wrap < 32);

/** Number of first ids to choose from: the wrap and those just below it. */
const BELOW_WRAP = 4;

/** Entries of an always full overlap table. */
const FEW_ENTRIES = 4;

/** `caches`: stale. */
const STALE = 1;

/** The world of a program's scene, by scene number. */
export function worldOf(scene: number): World {
  return WORLDS[scene % WORLDS.length]!;
}

/** Drawn freedoms adjusted to a world; properties not set by the world stay as drawn. */
export function freedomsInWorld(freedoms: Freedoms, world: World, seed: string): Freedoms {
  const stream = new RandomStream(sideSeed(seed, 'world'));
  const space = SMALL_SPACES[stream.below(SMALL_SPACES.length)]!;
  const below = stream.below(BELOW_WRAP);
  const [idWrap, idWindow] = world.smallWindow ? space : [freedoms.idWrap, freedoms.idWindow];
  return {
    ...freedoms,
    idWrap,
    idWindow,
    idStart: world.nearWrap ? idWrap - below : freedoms.idStart % (idWrap + 1),
    ...(world.fullTable ? { overlapEntries: FEW_ENTRIES } : {}),
    ...(world.staleCaches ? { caches: STALE } : {}),
  };
}
