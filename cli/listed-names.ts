import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';

/** Maximum number of names in a cell; a longer list becomes its count. */
const NAMED_MAX = 6;

/**
 * A table cell: a generation's name if all its chips are listed, and a count for a long list. JSON has
 * every name.
 */
export function listedNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return chipsText(names as readonly ChipName[]);
  return names.length > NAMED_MAX ? String(names.length) : names.join(' ');
}

/** `all`, `none`, or names of complete generations and remaining chips. */
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
