import { GENERATIONS, type Gfx } from './chips.js';
import { factsOf } from './generation-facts.js';
import { registerField } from './registers.js';
import { generationsBefore, generationsSince } from './since-generation.js';

/**
 * What an export carries; this sets its arbitration rank (P-084). GDS exports are accesses by `ds` instructions
 * with `gds`.
 */
export const EXPORT_TYPES = ['position', 'colour', 'parameter', 'gds'] as const;

/** Path of an export, by what it carries (P-083). */
export type ExportType = (typeof EXPORT_TYPES)[number];

/** One export target, or several consecutive ones of a kind. */
export interface ExportTargetRow {
  /** Number encoded in the instruction (`ExportOperation.target`) for the first of `count`. */
  readonly first: number;
  readonly count: number;
  /** LLVM's name, also used in messages; rows with several targets append the number within the row. */
  readonly name: string;
  readonly text: string;
  /** Path of its exports; depth and null exports share that of colours (pops.md 4). */
  readonly type: Exclude<ExportType, 'gds'>;
  /** Generations whose assembler accepts it. */
  readonly generations: readonly Gfx[];
}

function row(
  [first, count]: readonly [number, number],
  name: string,
  text: string,
  type: ExportTargetRow['type'],
  generations: readonly Gfx[] = GENERATIONS,
): ExportTargetRow {
  return { first, count, name, text, type, generations };
}

/** All export targets; a row is named after its first target. */
const ROWS = {
  MRT0: row([0, 8], 'mrt', 'colour', 'colour'),
  MRTZ: row([8, 1], 'mrtz', 'depth', 'colour'),
  NULL: row([9, 1], 'null', 'the null target', 'colour'),
  POS0: row([12, 4], 'pos', 'position', 'position'),
  POS4: row([16, 1], 'pos4', 'position 4', 'position', generationsSince('gfx10')),
  PRIM: row([20, 1], 'prim', 'the primitive', 'position', generationsSince('gfx10')),
  DUAL0: row([21, 1], 'dual_src_blend0', 'the first dual source', 'colour', generationsSince('gfx11')),
  DUAL1: row([22, 1], 'dual_src_blend1', 'the second dual source', 'colour', generationsSince('gfx11')),
  PARAM0: row([32, 32], 'param', 'parameter', 'parameter', generationsBefore('gfx11')),
} as const;

/** First target number of each row. */
export const EXPORT_TARGET = Object.fromEntries(
  Object.entries(ROWS).map(([name, { first }]) => [name, first]),
) as Readonly<Record<keyof typeof ROWS, number>>;

/** Row of each target number; undefined if no generation has it. */
const ROW_BY_TARGET: readonly (ExportTargetRow | undefined)[] = Array.from({ length: 64 }, (_, target) =>
  Object.values(ROWS).find(({ first, count }) => target >= first && target < first + count),
);

/** The row of a target; undefined if no generation has it. */
export function exportTargetRow(target: number): ExportTargetRow | undefined {
  return ROW_BY_TARGET[target];
}

/** Colour buffer that a target writes; -1 if none. */
export function colourOfTarget(target: number): number {
  return ROW_BY_TARGET[target] === ROWS.MRT0 ? target : -1;
}

/**
 * Whether alpha determines coverage: a bit of DB_SHADER_CONTROL overrides the one that enables it (AMD's register reference).
 */
export function alphaDecidesCoverage(gfx: Gfx, registers: Readonly<Record<string, number>>): boolean {
  const flag = (name: string): boolean => registerField(gfx, registers, name) === 1;
  return flag('DB_ALPHA_TO_MASK.ALPHA_TO_MASK_ENABLE') && !flag('DB_SHADER_CONTROL.ALPHA_TO_MASK_DISABLE');
}

/**
 * Target whose alpha determines coverage (DB_ALPHA_TO_MASK): colour 0 if the shader exports no depth. Otherwise the depth
 * target, before GFX11 only if DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE is set (Mesa exports alpha with the depth since GFX11).
 */
export function coverageAlphaTarget(
  gfx: Gfx,
  registers: Readonly<Record<string, number>>,
  exportsDepth: boolean,
): number {
  const takesAlphaOfDepth =
    factsOf(gfx).exportsAlphaWithDepth ||
    registerField(gfx, registers, 'DB_SHADER_CONTROL.COVERAGE_TO_MASK_ENABLE') === 1;
  return exportsDepth && takesAlphaOfDepth ? EXPORT_TARGET.MRTZ : EXPORT_TARGET.MRT0;
}

/** Type of an export by its target; unknown targets take the colour path. */
export function exportTypeOf(target: number): Exclude<ExportType, 'gds'> {
  return ROW_BY_TARGET[target]?.type ?? 'colour';
}

/** Every order of the export types, first to last; the first order is that of P-084. */
export const EXPORT_ORDERS: readonly (readonly ExportType[])[] = ordersOf(EXPORT_TYPES);

function ordersOf(types: readonly ExportType[]): readonly (readonly ExportType[])[] {
  if (types.length === 0) return [[]];
  return types.flatMap((first) =>
    ordersOf(types.filter((type) => type !== first)).map((rest) => [first, ...rest]),
  );
}

/** Rank of each type, indexed as `EXPORT_TYPES`, in one of `EXPORT_ORDERS`. */
export function exportTypeRanks(order: number): readonly number[] {
  return EXPORT_TYPES.map((type) => EXPORT_ORDERS[order]!.indexOf(type));
}
