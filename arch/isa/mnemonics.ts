import { GENERATIONS, type Gfx } from '../chips.js';
import { buildPerGeneration } from '../since-generation.js';
import { ALL_ROWS } from './rows/index.js';
import type { Row } from './rows/row.js';
import { getName, getOpcode, X } from './rows/row-base.js';

const SUFFIX = /_(?:e32|e64|sdwa|dpp)$/;

/** Returns all rows by name, using the names of every generation, oldest first. A name can have rows in two formats. */
const getRowsByAnyName = (() => {
  let rows: Map<string, Set<Row>> | undefined;
  return (): ReadonlyMap<string, ReadonlySet<Row>> => {
    if (rows === undefined) {
      rows = new Map();
      for (const gfx of GENERATIONS) {
        for (const row of ALL_ROWS) {
          if (getOpcode(row, gfx) === X) continue;
          const name = getName(row, gfx);
          rows.set(name, (rows.get(name) ?? new Set()).add(row));
        }
      }
    }
    return rows;
  };
})();

/** The names that have been translated to each generation. */
const MNEMONICS = buildPerGeneration(() => new Map<string, string>());

/**
 * Translates an instruction name from any generation to the given one, keeping the encoding suffix. Throws if that
 * generation does not have the instruction.
 *
 * Example: `getMnemonic('buffer_load_dword', 'gfx11')` is `buffer_load_b32`.
 */
export function getMnemonic(name: string, gfx: Gfx): string {
  const known = MNEMONICS[gfx].get(name);
  if (known !== undefined) return known;
  const translated = findName(name, gfx, () => true);
  if (translated === undefined) throw new Error(`${gfx} has no instruction ${name}`);
  MNEMONICS[gfx].set(name, translated);
  return translated;
}

/** Returns whether a generation has an instruction. The name can be from any generation. */
export function hasMnemonic(name: string, gfx: Gfx): boolean {
  return findName(name, gfx, () => true) !== undefined;
}

/** Like `getMnemonic`, but returns `name` unchanged if the generation uses that name or lacks the instruction. */
export function translateName(gfx: Gfx, name: string): string {
  return findName(name, gfx, (current, base) => current === base) ?? findName(name, gfx, () => true) ?? name;
}

function findName(
  name: string,
  gfx: Gfx,
  matches: (current: string, base: string) => boolean,
): string | undefined {
  const suffix = SUFFIX.exec(name)?.[0] ?? '';
  const base = suffix === '' ? name : name.slice(0, -suffix.length);
  const rows = [...(getRowsByAnyName().get(base) ?? [])];
  const row = rows.find(
    (candidate) => getOpcode(candidate, gfx) !== X && matches(getName(candidate, gfx), base),
  );
  return row && `${getName(row, gfx)}${suffix}`;
}
