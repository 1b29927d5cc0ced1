import type { Freedoms } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { ID_SPACES } from '../fitting-knobs.js';
import { sideSeed } from '../schedule-seed.js';

/** What is hard about a scene's world; the rest of it is drawn. */
export interface World {
  /** The push constant `count` is beyond every pixel, else small. */
  readonly largeCount: boolean;
  /** Caches keep what they were filled with. */
  readonly staleCaches: boolean;
  /** Ids start just below the wrap, so that dependences cross it. */
  readonly nearWrap: boolean;
  /** The table of overlaps is so small that it is always full. */
  readonly fullTable: boolean;
  /** There are few ids, and few of them are in flight. */
  readonly smallWindow: boolean;
}

const [NO, YES] = [false, true];

/**
 * Worlds of scenes in turn: each property holds in half of them, and of each two properties every combination comes in two
 * of eight.
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

/** Id spaces that count as small. */
const SMALL_SPACES = ID_SPACES.filter(([wrap]) => wrap < 32);

/** How far below the wrap the first id lies at most. */
const BELOW_WRAP = 4;

/** Entries of an overlap table that is always full. */
const FEW_ENTRIES = 4;

/** `caches`: stale. */
const STALE = 1;

/** The world of a program's scene, by the number of the scene. */
export function worldOf(scene: number): World {
  return WORLDS[scene % WORLDS.length]!;
}

/** Drawn freedoms as a world has them; ids, window and table that it leaves open stay as they were drawn. */
export function inWorld(freedoms: Freedoms, world: World, seed: string): Freedoms {
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
