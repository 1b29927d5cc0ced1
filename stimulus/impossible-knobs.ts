import { type ChipName, chipOf, factsOf, findMax, findMin, getMaxWaveRows } from '../arch/index.js';
import { KNOBS, setting } from '../transactions/index.js';
import type { KnobChoice, KnobChoices } from './suite-file/index.js';

/** Returns the values that a choice lists explicitly; empty for a range. */
function listValues(choice: KnobChoice | undefined): readonly number[] {
  const choices = typeof choice === 'object' && 'oneOf' in choice ? choice.oneOf : [choice];
  return choices.filter((value) => typeof value === 'number');
}

/**
 * Describes, for an error message, fixed knob values that would make a correct program fail on the chip. Returns
 * undefined if there are none. Random knobs are picked so that they work with the fixed ones.
 */
export function findImpossibleKnobs(name: ChipName, knobs: KnobChoices): string | undefined {
  const chip = chipOf(name);
  const { packers: maxPackers, gfx } = chip;
  const packers = findMax(listValues(knobs.packers), 0);
  if (packers > maxPackers)
    return `packers=${packers} on ${name}; this chip has only ${maxPackers}; use a lower value or select other chips with --chip`;
  const minRows = getMaxWaveRows(chip);
  const rows = listValues(knobs.registerRows).find((value) => value > 0 && value < minRows);
  if (rows !== undefined)
    return `registerRows=${rows} on ${name}; expected 0 or at least ${minRows}, which is enough for every program`;
  if (
    factsOf(gfx).canSleepForever &&
    listValues(knobs.sleepEndless).includes(setting('sleepEndless', 'until-wake')) &&
    listValues(knobs.wakeRemembered).includes(setting('wakeRemembered', 'lost'))
  ) {
    return `sleepEndless=until-wake with wakeRemembered=lost on ${name}; a wave that misses its wake-up would sleep forever; use sleepEndless=finite or wakeRemembered=remembered`;
  }
  const window = findMax(listValues(knobs.idWindow), 0);
  const wrap = findMin(listValues(knobs.idWrap), KNOBS.idWrap.max);
  // GFX9 cannot distinguish a wave that is exactly one wrap away from the requesting wave (pops.md 5.4, alias).
  const maxWindow = factsOf(gfx).newestIdOffByOne ? wrap - 1 : wrap;
  return window > maxWindow
    ? `idWindow=${window} with idWrap=${wrap} on ${name}; expected a window of at most ${maxWindow}`
    : undefined;
}
