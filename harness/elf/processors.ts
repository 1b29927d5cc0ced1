import { type ChipName, findChip } from '../../arch/index.js';

/** A processor that an object file can specify. */
interface Processor {
  readonly name: string;
  /** The modelled chip that matches the processor or stands in for it, if any. */
  readonly chip: ChipName | undefined;
}

/** LLVM's processor names by the low byte of `e_flags` (formats.md 10). */
const NAMES: Readonly<Record<number, string>> = {
  44: 'gfx900',
  45: 'gfx902',
  46: 'gfx904',
  47: 'gfx906',
  49: 'gfx909',
  50: 'gfx90c',
  51: 'gfx1010',
  52: 'gfx1011',
  53: 'gfx1012',
  54: 'gfx1030',
  55: 'gfx1031',
  56: 'gfx1032',
  57: 'gfx1033',
  61: 'gfx1035',
  62: 'gfx1034',
  65: 'gfx1100',
  67: 'gfx1150',
  68: 'gfx1103',
  69: 'gfx1036',
  70: 'gfx1101',
  71: 'gfx1102',
  72: 'gfx1200',
  74: 'gfx1151',
  78: 'gfx1201',
  85: 'gfx1152',
  88: 'gfx1153',
};

/** All processors that an object file can specify. */
export const KNOWN_PROCESSORS: readonly Processor[] = Object.values(NAMES)
  .sort()
  .map((name) => ({ name, chip: findChip(name) }));

/** Returns the processor that an object's flags specify, or undefined if it is unknown. */
export function findProcessor(flags: number): Processor | undefined {
  const name = NAMES[flags & 0xff];
  if (name === undefined) return undefined;
  return { name, chip: findChip(name) };
}
