import type { Chip, ChipName, Gfx, WaveSize } from '../../arch/index.js';
import type { Freedoms, RandomStream, RuleId, Scenario } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';

/** The chip, render area and settings that a cell builds its scenario for. */
export interface CellTarget {
  readonly chip: Chip;
  readonly wave: WaveSize;
  /** The width and height of the render area in pixels. */
  readonly size: number;
  readonly freedoms: Freedoms;
  /** The test seed. */
  readonly seed: string;
  /** A stream derived from the seed, for the cell's random choices. */
  readonly stream: RandomStream;
  readonly corpus: Corpus;
}

/** The parts of a scenario that a cell supplies. The matrix fills in the rest, such as the chip and the schedule. */
export type CellParts = Pick<Scenario, 'programs' | 'draws' | 'memory' | 'ordered'> &
  Partial<Pick<Scenario, 'depthBuffer' | 'colourBuffers' | 'background'>> & {
    /** The knob values that these parts require. */
    readonly knobs?: Partial<Freedoms>;
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
  /** The knob values that the cell requires; all other knobs are random. */
  readonly knobs?: Partial<Freedoms> | ((chip: Chip, stream: RandomStream) => Partial<Freedoms>);
  readonly make: (target: CellTarget) => CellParts;
}

/** A combination that cannot run. */
export interface ForbiddenCell extends CellBase {
  readonly kind: 'forbidden';
  readonly reason: string;
}

export type MatrixCell = RunnableCell | ForbiddenCell;

/** Returns the name of a cell, such as `C01` or `H04-w512`. */
export function getCellName({ id, variant }: CellBase): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/** Returns a record that maps each of the given generations to the same value. */
export function forGenerations<T>(generations: readonly Gfx[], value: T): Partial<Record<Gfx, T>> {
  return Object.fromEntries(generations.map((gfx) => [gfx, value]));
}
