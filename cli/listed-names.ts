import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';

/** Names per column; above that, their number. */
const NAMED_MAX = 6;

/**
 * A listing's cell for readers: names a generation for all its chips, and gives long lists by their number. JSON has
 * every name.
 */
export function listedNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return chipsText(names as readonly ChipName[]);
  return names.length > NAMED_MAX ? String(names.length) : names.join(' ');
}

/** `all`, `none`, or complete generations, and the other chips by name. */
function chipsText(chips: readonly ChipName[]): string {
  if (chips.length === CHIP_NAMES.length) return 'all';
  if (chips.length === 0) return 'none';
  const parts = GENERATIONS.map((gfx) => {
    const wanted = chips.filter((chip) => chipOf(chip).gfx === gfx);
    const isWhole = CHIP_NAMES.every((chip) => chipOf(chip).gfx !== gfx || wanted.includes(chip));
    return isWhole ? gfx : wanted.join(' ');
  });
  return parts.filter((part) => part !== '').join(' ');
}
