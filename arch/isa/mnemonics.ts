import { type Gfx, KNOWN_GENERATIONS } from '../chips.js';
import { ALL_ROWS } from './rows/index.js';
import type { Row } from './rows/row.js';
import { nameOf, opcodeOf, X } from './rows/row-base.js';

const SUFFIX = /_(?:e32|e64|sdwa|dpp)$/;

/** Rows by each name that any generation gives them, those of older names first: an instruction may have one row in each of two formats. */
const rowsByAnyName = (() => {
  let rows: Map<string, Set<Row>> | undefined;
  return (): ReadonlyMap<string, ReadonlySet<Row>> => {
    if (rows === undefined) {
      rows = new Map();
      for (const gfx of KNOWN_GENERATIONS) {
        for (const row of ALL_ROWS) {
          if (opcodeOf(row, gfx) === X) continue;
          const name = nameOf(row, gfx);
          rows.set(name, (rows.get(name) ?? new Set()).add(row));
        }
      }
    }
    return rows;
  };
})();

/**
 * The name of an instruction in a generation, given its name in any generation; keeps the suffix of the encoding. Throws where
 * the generation lacks it.
 *
 * Example: `mnemonicOf('buffer_load_dword', 'gfx11')` is `buffer_load_b32`.
 */
export function mnemonicOf(name: string, gfx: Gfx): string {
  const suffix = SUFFIX.exec(name)?.[0] ?? '';
  const rows = rowsByAnyName().get(suffix === '' ? name : name.slice(0, -suffix.length)) ?? [];
  const row = [...rows].find((each) => opcodeOf(each, gfx) !== X);
  if (row === undefined) throw new Error(`${gfx} has no instruction ${name}`);
  return `${nameOf(row, gfx)}${suffix}`;
}
