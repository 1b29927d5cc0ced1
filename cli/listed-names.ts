import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';

/** Names that a column holds; of more, it has their number. */
const NAMED_MAX = 6;

/**
 * A cell of a listing for readers: all chips of a generation by the generation, long lists of names by their number.
 * JSON has every name.
 */
export function listedNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return chipsText(names as readonly ChipName[]);
  return names.length > NAMED_MAX ? String(names.length) : names.join(' ');
}

/** `all`, `none`, or generations with all their chips, and the other chips by name. */
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
