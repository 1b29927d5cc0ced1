import { findMax, findMin } from '../arch/index.js';
import type { Freedoms } from '../transactions/index.js';
import { setting } from '../transactions/index.js';

type IdSpace = Pick<Freedoms, 'idWrap' | 'idWindow' | 'idStart'>;
type SleepKnobs = Pick<Freedoms, 'wakeRemembered' | 'sleepEndless'>;

/**
 * Pairs of `idWrap` and `idWindow` under which correct programs still work (pops.md 5.5, 10.1). On GFX9, the window
 * must be smaller than the wrap.
 */
export const ID_SPACES: readonly (readonly [wrap: number, window: number])[] = [
  [1023, 1022],
  [1023, 512],
  [512, 511],
  [63, 40],
  [31, 16],
  [15, 9],
  [7, 4],
];

/** Returns the largest window among id spaces whose `idWrap` is at most `wrap`. */
function findLargestWindow(wrap: number): number {
  return findMax(ID_SPACES.filter((space) => space[0] <= wrap).map((space) => space[1]));
}

/**
 * Returns the smallest `idWrap` of the id spaces with a window of at least `window`, or the largest `idWrap` if no
 * window is that large.
 */
function findSmallestWrap(window: number): number {
  const wraps = ID_SPACES.filter((space) => space[1] >= window).map((space) => space[0]);
  return wraps.length === 0 ? ID_SPACES[0][0] : findMin(wraps);
}

/**
 * Overrides some knobs of a test's id space. The picked values are adjusted so that the gap between wrap and window is
 * at least as large as in one of the listed id spaces, and the first id is at most the wrap.
 */
export function fitIds(picked: IdSpace, fixed: Partial<IdSpace>): IdSpace {
  const idWrap =
    fixed.idWrap ?? Math.max(picked.idWrap, findSmallestWrap(fixed.idWindow ?? 0), fixed.idStart ?? 0);
  return {
    idWrap,
    idWindow: fixed.idWindow ?? Math.min(picked.idWindow, findLargestWindow(idWrap)),
    idStart: fixed.idStart ?? picked.idStart % (idWrap + 1),
  };
}

/**
 * Overrides some wake and sleep knobs. Unless both are fixed, a lost wake and an endless sleep are never combined,
 * because together they would hang a correct program.
 */
function fitSleep(picked: SleepKnobs, fixed: Partial<SleepKnobs>): SleepKnobs {
  return {
    wakeRemembered:
      fixed.wakeRemembered ??
      (fixed.sleepEndless === setting('sleepEndless', 'until-wake')
        ? setting('wakeRemembered', 'remembered')
        : picked.wakeRemembered),
    sleepEndless:
      fixed.sleepEndless ??
      (fixed.wakeRemembered === setting('wakeRemembered', 'lost')
        ? setting('sleepEndless', 'finite')
        : picked.sleepEndless),
  };
}

/**
 * Overrides some of a scenario's knobs, and adjusts the other id and sleep knobs if the combination would make correct
 * programs fail.
 */
export function withFixedKnobs(knobs: Freedoms, fixed: Partial<Freedoms>): Freedoms {
  const fixesIds = [fixed.idWrap, fixed.idWindow, fixed.idStart].some((knob) => knob !== undefined);
  const ids = fixesIds ? fitIds(knobs, fixed) : {};
  return { ...knobs, ...fixed, ...ids, ...fitSleep(knobs, fixed) };
}
