import { GENERATIONS, type Gfx } from '../chips.js';
import { ALL_ROWS } from './rows/index.js';
import type { Row } from './rows/row.js';
import { nameOf, opcodeOf, X } from './rows/row-base.js';

const SUFFIX = /_(?:e32|e64|sdwa|dpp)$/;

/** Rows by each name that any generation gives them; of two, the one whose name is older. */
const rowsByAnyName = (() => {
  let rows: Map<string, Row> | undefined;
  return (): ReadonlyMap<string, Row> => {
    if (rows === undefined) {
      rows = new Map();
      for (const gfx of GENERATIONS) {
        for (const row of ALL_ROWS) {
          const name = nameOf(row, gfx);
          if (opcodeOf(row, gfx) !== X && !rows.has(name)) rows.set(name, row);
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
  const row = rowsByAnyName().get(suffix === '' ? name : name.slice(0, -suffix.length));
  if (row === undefined || opcodeOf(row, gfx) === X) throw new Error(`${gfx} has no instruction ${name}`);
  return `${nameOf(row, gfx)}${suffix}`;
}
