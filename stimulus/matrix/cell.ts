import type { Chip, ChipName, Gfx, WaveSize } from '../../arch/index.js';
import type { Freedoms, RandomStream, RuleId, Scenario } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';

/** The machine and area for which a cell creates its scenario. */
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

/** The parts of a scenario that a cell supplies; all cells share the machine, knobs, schedule and expectations. */
export type CellParts = Pick<Scenario, 'programs' | 'draws' | 'memory' | 'ordered'> &
  Partial<Pick<Scenario, 'depthBuffer' | 'colourBuffers' | 'background'>> & {
    /** The knobs that these parts need. */
    readonly knobs?: Partial<Freedoms>;
  };

/** The properties that all cells of the scenario matrix share (scenarios.md). */
interface CellFacts {
  /** The row in scenarios.md. */
  readonly id: string;
  /** The name of the case, if the row has several: a word of letters and digits. */
  readonly variant?: string;
  readonly title: string;
}

/**
 * The exact set of rules that fire, by ordering hardware generation (`orderingGenerationOf`). A clean cell has
 * none.
 */
export type Expectation = Readonly<Partial<Record<Gfx, readonly RuleId[]>>>;

/** A cell that runs on some generation. */
export interface RunnableCell extends CellFacts {
  readonly kind: 'runs';
  /**
   * The edge lengths, in pixels, of the render areas in every run of the matrix; 8 and 16 by default. Larger areas are
   * sampled only for cells with the default.
   */
  readonly sizes?: readonly number[];
  /** The chips that the cell applies to; all by default. */
  readonly chips?: readonly ChipName[];
  /** Why the cell is excluded on some ordering hardware generations. */
  readonly forbidden?: Readonly<Partial<Record<Gfx, string>>>;
  readonly expects?: Expectation;
  /** Why these rules fire and no others, with sources; present only if rules are expected. */
  readonly explanation?: string;
  /** The knob values that the cell needs; all other knobs are drawn. */
  readonly knobs?: Partial<Freedoms> | ((chip: Chip, stream: RandomStream) => Partial<Freedoms>);
  readonly make: (target: CellTarget) => CellParts;
}

/** A combination that cannot run. */
export interface ForbiddenCell extends CellFacts {
  readonly kind: 'forbidden';
  readonly reason: string;
}

export type MatrixCell = RunnableCell | ForbiddenCell;

/** Returns the row and case of a cell as one word, such as `C01` or `H04-w512`. */
export function getCellName({ id, variant }: CellFacts): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/** Returns a record with the same value for each of the generations. */
export function forGenerations<T>(generations: readonly Gfx[], value: T): Partial<Record<Gfx, T>> {
  return Object.fromEntries(generations.map((gfx) => [gfx, value]));
}
