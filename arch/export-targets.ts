import { GENERATIONS, type Gfx } from './chips.js';
import { factsOf } from './generation-facts.js';
import { findRegisterField } from './registers.js';
import { generationsBefore, generationsSince } from './since-generation.js';

/**
 * Export types, named after the data they carry. The type determines the arbitration rank (P-084). GDS exports are `ds`
 * instructions with the `gds` modifier.
 */
export const EXPORT_TYPES = ['position', 'colour', 'parameter', 'gds'] as const;

/** The type of an export: the data it carries (P-083). */
export type ExportType = (typeof EXPORT_TYPES)[number];

/** One export target, or several consecutive targets of one type. */
export interface ExportTargetRow {
  /** Number of the first target, as encoded in instructions (`ExportOperation.target`). */
  readonly first: number;
  readonly count: number;
  /**
   * LLVM's name for the target, also used in messages. If a row contains several targets, the index within the row is
   * appended.
   */
  readonly name: string;
  readonly text: string;
  /** Type of exports to these targets. Depth and null exports share the colour path (pops.md 4). */
  readonly type: Exclude<ExportType, 'gds'>;
  /** The generations whose assemblers accept the target. */
  readonly generations: readonly Gfx[];
}

function makeRow(
  [first, count]: readonly [number, number],
  name: string,
  text: string,
  type: ExportTargetRow['type'],
  generations: readonly Gfx[] = GENERATIONS,
): ExportTargetRow {
  return { first, count, name, text, type, generations };
}

/** All export targets. Each key is the row's first target. */
const ROWS = {
  MRT0: makeRow([0, 8], 'mrt', 'colour', 'colour'),
  MRTZ: makeRow([8, 1], 'mrtz', 'depth', 'colour'),
  NULL: makeRow([9, 1], 'null', 'the null target', 'colour'),
  POS0: makeRow([12, 4], 'pos', 'position', 'position'),
  POS4: makeRow([16, 1], 'pos4', 'position 4', 'position', generationsSince('gfx10')),
  PRIM: makeRow([20, 1], 'prim', 'the primitive', 'position', generationsSince('gfx10')),
  DUAL0: makeRow([21, 1], 'dual_src_blend0', 'the first dual source', 'colour', generationsSince('gfx11')),
  DUAL1: makeRow([22, 1], 'dual_src_blend1', 'the second dual source', 'colour', generationsSince('gfx11')),
  PARAM0: makeRow([32, 32], 'param', 'parameter', 'parameter', generationsBefore('gfx11')),
} as const;

/** The first target number of each row. */
export const EXPORT_TARGET = Object.fromEntries(
  Object.entries(ROWS).map(([name, { first }]) => [name, first]),
) as Readonly<Record<keyof typeof ROWS, number>>;

/** The row for each target number, or undefined if no generation has the target. */
const ROW_BY_TARGET: readonly (ExportTargetRow | undefined)[] = Array.from({ length: 64 }, (_, target) =>
  Object.values(ROWS).find(({ first, count }) => target >= first && target < first + count),
);

/** Returns the row for a target number, or undefined if no generation has the target. */
export function getExportTargetRow(target: number): ExportTargetRow | undefined {
  return ROW_BY_TARGET[target];
}

/** Returns the number of the colour buffer that a target writes, or -1 if it writes none. */
export function getColourTarget(target: number): number {
  return ROW_BY_TARGET[target] === ROWS.MRT0 ? target : -1;
}

/**
 * Returns whether alpha determines coverage. A bit in DB_SHADER_CONTROL can override the enable bit (AMD's register
 * reference).
 */
export function usesAlphaToCoverage(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const flag = (name: string): boolean => findRegisterField(gfx, registers, name) === 1;
  return flag('DB_ALPHA_TO_MASK.ALPHA_TO_MASK_ENABLE') && !flag('DB_SHADER_CONTROL.ALPHA_TO_MASK_DISABLE');
}

/**
 * Returns the target whose alpha determines coverage (DB_ALPHA_TO_MASK). This is colour 0 if the shader exports no
 * depth. Otherwise, it is the depth target on GFX11 and later, where Mesa exports alpha with the depth. On earlier
 * generations, it is the depth target only if DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE is set.
 */
export function getCoverageAlphaTarget(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  exportsDepth: boolean,
): number {
  const usesDepthAlpha =
    factsOf(gfx).exportsAlphaWithDepth ||
    findRegisterField(gfx, registers, 'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE') === 1;
  return exportsDepth && usesDepthAlpha ? EXPORT_TARGET.MRTZ : EXPORT_TARGET.MRT0;
}

/** Returns the type of an export by its target. Unknown targets take the colour path. */
export function getExportType(target: number): Exclude<ExportType, 'gds'> {
  return ROW_BY_TARGET[target]?.type ?? 'colour';
}

/** All permutations of the export types. The first one is the order in P-084. */
export const EXPORT_ORDERS: readonly (readonly ExportType[])[] = listPermutations(EXPORT_TYPES);

function listPermutations(types: readonly ExportType[]): readonly (readonly ExportType[])[] {
  if (types.length === 0) return [[]];
  return types.flatMap((first) =>
    listPermutations(types.filter((type) => type !== first)).map((rest) => [first, ...rest]),
  );
}

/** Returns the rank of each type, in the order of `EXPORT_TYPES`, for an index into `EXPORT_ORDERS`. */
export function getExportTypeRanks(orderIndex: number): readonly number[] {
  return EXPORT_TYPES.map((type) => EXPORT_ORDERS[orderIndex]!.indexOf(type));
}
