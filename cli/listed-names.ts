import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';

/** Maximum number of names in a cell; a longer list becomes its count. */
const NAMES_MAX = 6;

/**
 * A table cell with names: a generation stands for all its chips, and a count for a long list. `--json` prints every
 * name.
 */
export function listedNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return chipsText(names as readonly ChipName[]);
  return names.length > NAMES_MAX ? String(names.length) : names.join(' ');
}

/** `all`, `none`, or names of complete generations and remaining chips. */
function chipsText(chips: readonly ChipName[]): string {
  if (chips.length === CHIP_NAMES.length) return 'all';
  if (chips.length === 0) return 'none';
  const parts = GENERATIONS.map((gfx) => {
    const listed = chips.filter((chip) => chipOf(chip).gfx === gfx);
    const isWhole = CHIP_NAMES.every((chip) => chipOf(chip).gfx !== gfx || listed.includes(chip));
    return isWhole ? gfx : listed.join(' ');
  });
  return parts.filter((part) => part !== '').join(' ');
}
