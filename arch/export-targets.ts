import type { Gfx } from './chips.js';
import { registerField } from './registers.js';
import { isAtLeast } from './since-generation.js';

/** Export targets by the number that the instruction carries (`ExportOperation.target`). */
export const EXPORT_TARGET = {
  MRT0: 0,
  MRT7: 7,
  MRTZ: 8,
  NULL: 9,
  POS0: 12,
  POS4: 16,
  PRIM: 20,
  DUAL0: 21,
  DUAL1: 22,
  PARAM0: 32,
} as const;

/** Whether alpha decides coverage: a bit of DB_SHADER_CONTROL overrides the one that enables it (AMD's register reference). */
export function alphaDecidesCoverage(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const flag = (name: string): boolean => registerField(gfx, registers, name) === 1;
  return flag('DB_ALPHA_TO_MASK.ALPHA_TO_MASK_ENABLE') && !flag('DB_SHADER_CONTROL.ALPHA_TO_MASK_DISABLE');
}

/**
 * Target whose alpha decides coverage (DB_ALPHA_TO_MASK): on GFX11 that of the depth where it is exported; before, that of
 * colour 0 unless DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE says otherwise (Mesa exports alpha with the depth from GFX11 on).
 */
export function coverageAlphaTarget(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  exportsDepth: boolean,
): number {
  const asksDepth =
    isAtLeast(gfx, 'gfx11') ||
    registerField(gfx, registers, 'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE') === 1;
  return exportsDepth && asksDepth ? EXPORT_TARGET.MRTZ : EXPORT_TARGET.MRT0;
}

/** What an export carries, which decides its place in the arbitration (P-084). GDS exports are the accesses of `ds` instructions with `gds`. */
export const EXPORT_TYPES = ['position', 'colour', 'parameter', 'gds'] as const;

export type ExportType = (typeof EXPORT_TYPES)[number];

/** Type of an export by its target: depth and null exports take the way of colours (pops.md 4). */
export function exportTypeOf(target: number): Exclude<ExportType, 'gds'> {
  if (target >= EXPORT_TARGET.PARAM0) return 'parameter';
  if (target >= EXPORT_TARGET.POS0 && target <= EXPORT_TARGET.PRIM) return 'position';
  return 'colour';
}

/** Orders of the types of which each first type takes this many, then each second one, and so on. */
const ORDERS_LEFT = [6, 2, 1, 1];

/** Rank of each type, by `EXPORT_TYPES`, in the order that a number from 0 to 23 names; 0 is the order of P-084. */
export function exportTypeRanks(order: number): readonly number[] {
  const left = EXPORT_TYPES.map((_, index) => index);
  const ranks = [0, 0, 0, 0];
  let rest = order;
  for (const [rank, orders] of ORDERS_LEFT.entries()) {
    const [type] = left.splice(Math.floor(rest / orders), 1);
    ranks[type] = rank;
    rest %= orders;
  }
  return ranks;
}
