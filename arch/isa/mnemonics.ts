import { GENERATIONS, type Gfx } from '../chips.js';
import { memoiseTexts } from '../memoise.js';
import { getName, getOpcode, X } from './rows/row-base.js';
import { findRowsByName } from './table.js';

const SUFFIX = /_(?:e32|e64|sdwa|dpp)$/;

/** Number of names to keep for each generation: those of most of its instructions. */
const MAX_NAMES = 1024;

/** Returns the name that a generation has for a name of any generation. */
const findMnemonic = memoiseTexts((name, gfx: Gfx) => findName(name, gfx, () => true), MAX_NAMES);

/** The same, except that a name that the generation uses stays as it is. */
const findTranslation = memoiseTexts(
  (name, gfx: Gfx) => findName(name, gfx, (current, base) => current === base) ?? findMnemonic(name, gfx),
  MAX_NAMES,
);

/**
 * Translates an instruction name from any generation to the given one, keeping the encoding suffix. Throws if that
 * generation does not have the instruction.
 *
 * Example: `getMnemonic('buffer_load_dword', 'gfx11')` is `buffer_load_b32`.
 */
export function getMnemonic(name: string, gfx: Gfx): string {
  const mnemonic = findMnemonic(name, gfx);
  if (mnemonic === undefined) throw new Error(`${gfx} has no instruction ${name}`);
  return mnemonic;
}

/** Returns whether a generation has an instruction. The name can be from any generation. */
export function hasMnemonic(name: string, gfx: Gfx): boolean {
  return findMnemonic(name, gfx) !== undefined;
}

/** Like `getMnemonic`, but returns `name` unchanged if the generation uses that name or lacks the instruction. */
export function translateName(gfx: Gfx, name: string): string {
  return findTranslation(name, gfx) ?? name;
}

/** Looks for a name among those of every generation, oldest first. A name can have rows in two formats. */
function findName(
  name: string,
  gfx: Gfx,
  matches: (current: string, base: string) => boolean,
): string | undefined {
  const suffix = SUFFIX.exec(name)?.[0] ?? '';
  const base = suffix === '' ? name : name.slice(0, -suffix.length);
  const row = GENERATIONS.flatMap((generation) => findRowsByName(base, generation)).find(
    (candidate) => getOpcode(candidate, gfx) !== X && matches(getName(candidate, gfx), base),
  );
  return row && `${getName(row, gfx)}${suffix}`;
}
