import type { Chip, ChipName, Gfx, WaveSize } from '../../arch/index.js';
import type { Freedoms, RandomStream, RuleId, Scenario } from '../../transactions/index.js';
import type { Corpus } from '../corpus.js';

/** For what machine and in what size a cell makes its scenario. */
export interface CellTarget {
  readonly chip: Chip;
  readonly wave: WaveSize;
  /** Width and height of the render area in pixels. */
  readonly size: number;
  readonly freedoms: Freedoms;
  /** The test seed, and a stream drawn from it for what the cell leaves to chance. */
  readonly seed: string;
  readonly stream: RandomStream;
  readonly corpus: Corpus;
}

/** What a cell decides of its scenario; machine, knobs, schedule and expectations are handled alike for all cells. */
export type CellParts = Pick<Scenario, 'programs' | 'draws' | 'memory' | 'ordered'> &
  Partial<Pick<Scenario, 'depthBuffer' | 'colourBuffers' | 'background'>> & {
    /** Knobs that follow from what was made. */
    readonly knobs?: Partial<Freedoms>;
  };

/** What every cell of the scenario matrix says of itself (scenarios.md). */
interface CellFacts {
  /** Row of scenarios.md. */
  readonly id: string;
  /** Which of the row's cases this is, where it has several: a word of letters and digits. */
  readonly variant?: string;
  readonly title: string;
}

/** Rules that fire, exactly, by the generation of the ordering hardware (`orderingGenerationOf`); none for a clean cell. */
export type Expectation = Readonly<Partial<Record<Gfx, readonly RuleId[]>>>;

/** A cell that runs on some generation. */
export interface RunnableCell extends CellFacts {
  readonly kind: 'runs';
  /** Edges of the render area that every run of the matrix takes; default: 8 and 16. Only then are larger ones sampled. */
  readonly sizes?: readonly number[];
  /** Chips that the cell is about; default: all. */
  readonly chips?: readonly ChipName[];
  /** Why generations of ordering hardware are left out. */
  readonly forbidden?: Readonly<Partial<Record<Gfx, string>>>;
  readonly expects?: Expectation;
  /** Why these rules fire and no others, with the sources that say so; where rules are expected. */
  readonly because?: string;
  /** Knobs that the cell needs at some value; all others are drawn. */
  readonly knobs?: Partial<Freedoms> | ((chip: Chip, stream: RandomStream) => Partial<Freedoms>);
  readonly make: (target: CellTarget) => CellParts;
}

/** A combination that nothing can run. */
export interface ForbiddenCell extends CellFacts {
  readonly kind: 'forbidden';
  readonly reason: string;
}

export type MatrixCell = RunnableCell | ForbiddenCell;

/** Row and case of a cell in one word, like `C01` or `H04-w512`. */
export function cellName({ id, variant }: CellFacts): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/** The same value for all of the generations. */
export function onEach<T>(generations: readonly Gfx[], value: T): Partial<Record<Gfx, T>> {
  return Object.fromEntries(generations.map((gfx) => [gfx, value]));
}
