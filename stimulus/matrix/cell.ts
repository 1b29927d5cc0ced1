import type { Chip, ChipName, Gfx } from '../../arch/index.js';
import { EXIT_BY_EXPORT, WITH_WAVE_IDS } from '../../arch/index.js';
import type { KnobValues, RandomStream, RuleId, Scenario } from '../../transactions/index.js';
import { setting } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';
import type { Test } from '../kit/test.js';

/** The chip, render area and settings that a cell builds its scenario for, and a stream for its random choices. */
export interface CellTarget extends Pick<Test, 'chip' | 'wave' | 'dialect' | 'freedoms' | 'seed' | 'stream'> {
  /** The width and height of the render area in pixels. */
  readonly size: number;
  readonly corpus: Corpus;
}

/** Returns the target for using cells' parts in another test, with its picked machine and knobs. */
export function createCellTarget(test: Test, size: number): CellTarget {
  const { chip, wave, dialect, freedoms, seed, stream } = test;
  return { chip, wave, dialect, size, freedoms, seed, stream, corpus: test.request.corpus };
}

/** The parts of a scenario that a cell supplies. The matrix fills in the rest, such as the chip and the schedule. */
export type CellParts = Pick<Scenario, 'programs' | 'draws' | 'memory' | 'ordered'> &
  Partial<Pick<Scenario, 'depthBuffer' | 'colourBuffers' | 'background'>> & {
    /** The knob values that these parts require. */
    readonly knobs?: Partial<KnobValues>;
  };

/** Properties common to every kind of cell in the scenario matrix (scenarios.md). */
interface CellBase {
  /** The row id in scenarios.md. */
  readonly id: string;
  /** An alphanumeric suffix that tells the row's cells apart, if there are several. */
  readonly variant?: string;
  readonly title: string;
}

/**
 * The exact set of rules expected to fire, per generation of the ordering hardware (`getOrderingGeneration`). A clean
 * cell has none.
 */
export type Expectation = Readonly<Partial<Record<Gfx, readonly RuleId[]>>>;

/** A cell that runs on at least one generation. */
export interface RunnableCell extends CellBase {
  readonly kind: 'runs';
  /**
   * The edge lengths, in pixels, of the render areas in every run of the matrix. Defaults to 8 and 16. Only cells that
   * keep the default are also sampled at larger sizes.
   */
  readonly sizes?: readonly number[];
  /** The chips that the cell applies to. Defaults to all chips. */
  readonly chips?: readonly ChipName[];
  /** Why the cell is excluded on some generations of the ordering hardware. */
  readonly forbidden?: Readonly<Partial<Record<Gfx, string>>>;
  readonly expects?: Expectation;
  /** Why exactly these rules fire, citing sources; present only if rules are expected. */
  readonly explanation?: string;
  /** The knob values that the cell requires; all other knobs are random. By default, `LAYER_OVERLAP`. */
  readonly knobs?: Partial<KnobValues> | ((chip: Chip, stream: RandomStream) => Partial<KnobValues>);
  readonly make: (target: CellTarget) => CellParts;
}

/** A combination that cannot run. */
export interface ForbiddenCell extends CellBase {
  readonly kind: 'forbidden';
  readonly reason: string;
}

export type MatrixCell = RunnableCell | ForbiddenCell;

/** What some runnable cells state in addition to their name, title and parts. */
export type CellOptions = Omit<RunnableCell, 'kind' | 'make' | keyof CellBase>;

/** Creates a runnable cell. Its name is its row's id, and the variant if there are several, such as `H04-w512`. */
export function createCell(
  name: string,
  title: string,
  make: RunnableCell['make'],
  options: CellOptions = {},
): RunnableCell {
  return { kind: 'runs', knobs: LAYER_OVERLAP, ...nameCell(name, title), ...options, make };
}

/** Creates a cell that cannot run, with the reason. */
export function forbidCell(name: string, title: string, reason: string): ForbiddenCell {
  return { kind: 'forbidden', ...nameCell(name, title), reason };
}

function nameCell(name: string, title: string): CellBase {
  const [id, variant] = name.split('-') as [string, string | undefined];
  return { id, title, ...(variant === undefined ? {} : { variant }) };
}

/** Returns the name of a cell, such as `C01` or `H04-w512`. */
export function getCellName({ id, variant }: CellBase): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/** Returns a record that maps each of the given generations to the same value. */
export function forGenerations<T>(generations: readonly Gfx[], value: T): Partial<Record<Gfx, T>> {
  return Object.fromEntries(generations.map((gfx) => [gfx, value]));
}

/** Why cells with coarse fragments of ordered draws cannot run on some generations. */
export const NEVER_COARSE = forGenerations(
  WITH_WAVE_IDS,
  'fragments of ordered shaders are never coarse (S-144)',
);

/** Why cells with alpha in the depth target cannot run on some generations. */
export const NO_DEPTH_ALPHA = forGenerations(
  WITH_WAVE_IDS,
  'alpha goes to the depth target only on GFX11 and later (scenarios.md 5)',
);

/** Why cells about the collision argument cannot run on some generations. */
export const NO_COLLISION_ARGUMENT = forGenerations(EXIT_BY_EXPORT, 'there is no collision argument (S-054)');

/** Settings that report only real overlaps. */
export const EXACT_OVERLAPS = {
  overlapReach: setting('overlapReach', 'exact'),
  falseOverlap: 0,
  overlapEntries: 1024,
  staleNewest: setting('staleNewest', 'own'),
} as const;

/** Short waves and plenty of resources, so that many waves finish while one is still in its section. */
export const SHORT_WAVES = {
  registerRows: 0,
  stagedWaves: 64,
  exportSpace: 256,
  taQueue: 64,
  xnackRate: 0,
  issueGap: [1, 2],
  launchLatency: [2, 8],
  fetchLatency: [1, 2],
  loadLatency: [20, 60],
  storeLatency: [20, 60],
  messageLatency: [2, 8],
  exportAllocLatency: [1, 4],
} as const;

/**
 * Enough room for all waves of a layer; sample interlocks need the most. With less room, waves would exit before the
 * next layer has to wait for them.
 */
export const LAYER_OVERLAP = { overlapEntries: 1024, idWindow: 511, waveSlots: 64, registerRows: 0 } as const;

/** Waves filled to the wave size, even if they take a long time to form. */
export const FULL_WAVES: Partial<KnobValues> = { primitivesPerWave: 16, formationTimeout: 4096 };

/** Waves with as many quads as fit, in primitive order. */
export const IN_ORDER_FULL_WAVES = {
  ...EXACT_OVERLAPS,
  ...FULL_WAVES,
  packers: 1,
  binning: setting('binning', 'off'),
} as const;

/** One wave per primitive, on one packer. */
export const WAVE_PER_PRIMITIVE = { packers: 1, primitivesPerWave: 1 } as const;

/** Many short waves at once, with exact overlaps. */
export const MANY_SHORT_WAVES = {
  ...EXACT_OVERLAPS,
  ...SHORT_WAVES,
  ...WAVE_PER_PRIMITIVE,
  waveSlots: 64,
  idWrap: 1023,
  idWindow: 512,
} as const;
