import { GENERATIONS, type Gfx, type WaveSize } from '../chips.js';
import { GFX9_ROWS } from './gfx9-rows.js';
import { GFX10_ROWS } from './gfx10-rows.js';
import { GFX11_ROWS } from './gfx11-rows.js';
import { GFX12_ROWS } from './gfx12-rows.js';
import { OPERAND_ROWS } from './operand-rows.js';
import type { HazardRow } from './row.js';

/** All hazards between instructions, by generation. */
export const HAZARDS: readonly HazardRow[] = [...GFX9_ROWS, ...GFX10_ROWS, ...GFX11_ROWS, ...GFX12_ROWS];

/** Returns the hazards that programs of a generation and wave size can have. */
export function getHazardsFor(gfx: Gfx, wave: WaveSize): readonly HazardRow[] {
  return HAZARDS.filter(
    (row) => row.generations.includes(gfx) && (row.wave === undefined || row.wave === wave),
  );
}

/** Returns the generations that any of the rows with the given ids concerns. */
export function getHazardGenerations(...ids: readonly string[]): readonly Gfx[] {
  const rows = [...HAZARDS, ...OPERAND_ROWS].filter(({ id }) => ids.includes(id));
  return GENERATIONS.filter((gfx) => rows.some(({ generations }) => generations.includes(gfx)));
}
