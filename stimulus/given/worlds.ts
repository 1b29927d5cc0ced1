import { type Freedoms, RandomStream } from '../../transactions/index.js';
import { deriveSubSeed } from '../kit/chance.js';
import { ID_SPACES } from '../knobs.js';

/** The aspects of a scene's environment that can be made harsh; everything else is random. */
export interface Conditions {
  /** Whether the push constant `count` is at least the number of pixels; otherwise it is small. */
  readonly largeCount: boolean;
  readonly staleCaches: boolean;
  /** Whether ids start just below the wraparound, so that dependencies cross it. */
  readonly nearWrap: boolean;
  /** Whether the overlap table is so small that it is always full. */
  readonly fullTable: boolean;
  /** Whether the id space is small, with an even smaller window. */
  readonly smallWindow: boolean;
}

const [NO, YES] = [false, true];

/**
 * The conditions of consecutive scenes. Each property holds in half of them, and each pair of properties holds
 * together in two of the eight.
 */
const CONDITION_SETS: readonly Conditions[] = [
  { largeCount: NO, staleCaches: NO, nearWrap: NO, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: YES, nearWrap: YES, fullTable: YES, smallWindow: NO },
  { largeCount: NO, staleCaches: YES, nearWrap: NO, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: NO, nearWrap: YES, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: NO, nearWrap: YES, fullTable: YES, smallWindow: YES },
  { largeCount: YES, staleCaches: YES, nearWrap: NO, fullTable: NO, smallWindow: YES },
  { largeCount: NO, staleCaches: YES, nearWrap: YES, fullTable: NO, smallWindow: NO },
  { largeCount: YES, staleCaches: NO, nearWrap: NO, fullTable: YES, smallWindow: NO },
];

/** The number of sets of conditions that scenes cycle through. */
export const CONDITION_SET_COUNT = CONDITION_SETS.length;

const SMALL_SPACES = ID_SPACES.filter(([wrap]) => wrap < 32);

/** The number of possible starting ids: the largest id and the ids just below it. */
const START_ID_COUNT = 4;

const FULL_TABLE_ENTRIES = 4;

/** The value of the `caches` knob for stale caches. */
const STALE = 1;

/** Returns the conditions of scene number `scene`. */
export function chooseConditions(scene: number): Conditions {
  return CONDITION_SETS[scene % CONDITION_SETS.length]!;
}

/** Overrides the freedoms that the conditions determine, and keeps the first id within range. */
export function applyConditions(freedoms: Freedoms, conditions: Conditions, seed: string): Freedoms {
  const stream = new RandomStream(deriveSubSeed(seed, 'world'));
  const space = SMALL_SPACES[stream.below(SMALL_SPACES.length)]!;
  const offset = stream.below(START_ID_COUNT);
  const [idWrap, idWindow] = conditions.smallWindow ? space : [freedoms.idWrap, freedoms.idWindow];
  return {
    ...freedoms,
    idWrap,
    idWindow,
    idStart: conditions.nearWrap ? idWrap - offset : freedoms.idStart % (idWrap + 1),
    ...(conditions.fullTable ? { overlapEntries: FULL_TABLE_ENTRIES } : {}),
    ...(conditions.staleCaches ? { caches: STALE } : {}),
  };
}
