import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';

/** Maximum number of names in a cell. For longer lists, the cell shows only the count. */
const MAX_NAMES = 6;

/**
 * Formats names for a table cell. A complete generation is shown as its name, and a long list as its length;
 * `--json` prints every name.
 */
export function formatNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return formatChips(names as readonly ChipName[]);
  return names.length > MAX_NAMES ? String(names.length) : names.join(' ');
}

/** Returns `all`, `none`, or the names of complete generations and of the remaining chips. */
function formatChips(chips: readonly ChipName[]): string {
  if (chips.length === CHIP_NAMES.length) return 'all';
  if (chips.length === 0) return 'none';
  const labels = GENERATIONS.map((gfx) => {
    const listedChips = chips.filter((chip) => chipOf(chip).gfx === gfx);
    const isComplete = CHIP_NAMES.every((chip) => chipOf(chip).gfx !== gfx || listedChips.includes(chip));
    return isComplete ? gfx : listedChips.join(' ');
  });
  return labels.filter((label) => label !== '').join(' ');
}
