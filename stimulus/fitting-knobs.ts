import { greatestOf, leastOf } from '../arch/index.js';
import type { Freedoms } from '../transactions/index.js';
import { setting } from '../transactions/index.js';

type IdSpace = Pick<Freedoms, 'idWrap' | 'idWindow' | 'idStart'>;
type Sleep = Pick<Freedoms, 'wakeRemembered' | 'sleepEndless'>;

/**
 * Pairs of `idWrap` and `idWindow` under which correct programs stay correct (pops.md 5.5, 10.1). On GFX9, the
 * window must be smaller than the wrap.
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
  return greatestOf(ID_SPACES.filter((space) => space[0] <= wrap).map((space) => space[1]));
}

/**
 * Returns the smallest `idWrap` of the id spaces with a window of at least `window`, or the largest one if there is
 * none.
 */
function findSmallestWrap(window: number): number {
  const wraps = ID_SPACES.filter((space) => space[1] >= window).map((space) => space[0]);
  return wraps.length === 0 ? ID_SPACES[0][0] : leastOf(wraps);
}

/**
 * Returns a test's id space with some of its knobs fixed. The picked values are adjusted so that wrap and window are
 * at least as far apart as in one of the id spaces, and the first id is at most the wrap.
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
 * Returns the wake and sleep knobs with some of them fixed. A lost wake and an endless sleep are never combined,
 * since they would hang a correct program.
 */
function fitSleep(picked: Sleep, fixed: Partial<Sleep>): Sleep {
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
 * Fixes some of a scenario's knobs. The other id and sleep knobs are adjusted if the combination would make correct
 * programs fail.
 */
export function withFixedKnobs(knobs: Freedoms, fixed: Partial<Freedoms>): Freedoms {
  const fixesIds = [fixed.idWrap, fixed.idWindow, fixed.idStart].some((knob) => knob !== undefined);
  const ids = fixesIds ? fitIds(knobs, fixed) : {};
  return { ...knobs, ...fixed, ...ids, ...fitSleep(knobs, fixed) };
}
