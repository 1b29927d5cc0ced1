import type { Chip, ChipName, Gfx, WaveSize } from '../../arch/index.js';
import type { Freedoms, RandomStream, RuleId, Scenario } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';

/** Machine and size for which a cell makes its scenario. */
export interface CellTarget {
  readonly chip: Chip;
  readonly wave: WaveSize;
  /** Width and height of the render area in pixels. */
  readonly size: number;
  readonly freedoms: Freedoms;
  /** The test seed, and a stream drawn from it for the cell's random choices. */
  readonly seed: string;
  readonly stream: RandomStream;
  readonly corpus: Corpus;
}

/** The parts of a scenario that its cell supplies; machine, knobs, schedule and expectations are common to all cells. */
export type CellParts = Pick<Scenario, 'programs' | 'draws' | 'memory' | 'ordered'> &
  Partial<Pick<Scenario, 'depthBuffer' | 'colourBuffers' | 'background'>> & {
    /** Knobs that these parts need. */
    readonly knobs?: Partial<Freedoms>;
  };

/** Common properties of scenario matrix cells (scenarios.md). */
interface CellFacts {
  /** Row of scenarios.md. */
  readonly id: string;
  /** Name of the case in a multi-case row: a word of letters and digits. */
  readonly variant?: string;
  readonly title: string;
}

/** Exactly the rules that fire, by ordering hardware generation (`orderingGenerationOf`); none for a clean cell. */
export type Expectation = Readonly<Partial<Record<Gfx, readonly RuleId[]>>>;

/** A cell that runs on some generation. */
export interface RunnableCell extends CellFacts {
  readonly kind: 'runs';
  /**
   * Render area edges in every run of the matrix; default: 8 and 16. Larger areas are sampled only for cells with the default.
   */
  readonly sizes?: readonly number[];
  /** Chips the cell applies to; default: all. */
  readonly chips?: readonly ChipName[];
  /** Why ordering hardware generations are excluded. */
  readonly forbidden?: Readonly<Partial<Record<Gfx, string>>>;
  readonly expects?: Expectation;
  /** Why exactly these rules fire, with sources; only if rules are expected. */
  readonly because?: string;
  /** Knob values that the cell needs; all others are drawn. */
  readonly knobs?: Partial<Freedoms> | ((chip: Chip, stream: RandomStream) => Partial<Freedoms>);
  readonly make: (target: CellTarget) => CellParts;
}

/** A combination that cannot run. */
export interface ForbiddenCell extends CellFacts {
  readonly kind: 'forbidden';
  readonly reason: string;
}

export type MatrixCell = RunnableCell | ForbiddenCell;

/** Row and case of a cell as one word, such as `C01` or `H04-w512`. */
export function cellName({ id, variant }: CellFacts): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/** The same value for each of the generations. */
export function onEach<T>(generations: readonly Gfx[], value: T): Partial<Record<Gfx, T>> {
  return Object.fromEntries(generations.map((gfx) => [gfx, value]));
}
