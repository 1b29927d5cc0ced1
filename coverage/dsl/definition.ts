/** The values in a bin: integers and inclusive ranges (coverage.md). */
export type ValueSet = readonly (number | readonly [low: number, high: number])[];

/**
 * How hits of a bin are treated. `count` bins make up the score. An `ignore` bin cannot be hit or does not matter; it
 * never counts, and its text gives the reason. Hitting an `illegal` bin is a finding (coverage.md).
 */
export type BinKind = 'count' | 'ignore' | 'illegal';

/** Properties common to all bins (coverage.md). */
export interface BinText {
  /** Unique within its coverpoint or cross. */
  readonly name: string;
  /** How a hit is treated. */
  readonly kind: BinKind;
  /** What a hit proves, or why the bin is ignored or illegal. */
  readonly text: string;
  /** Statements that a hit exercises (statements.md). */
  readonly statements: readonly string[];
  /** Number of hits needed to cover the bin. Defaults to the value for the coverpoint or cross, or else to 1. */
  readonly atLeast?: number;
}

/** A value bin. `others` makes it the catch-all for values that no other bin of the coverpoint lists (coverage.md). */
export type ValueBin = BinText & { readonly values: ValueSet | 'others' };

/** A transition bin, which is hit when the coverpoint's latest samples match the steps in order (coverage.md). */
export type TransitionBin = BinText & { readonly steps: readonly ValueSet[] };

/** The text and scoring of coverpoints and crosses (coverage.md). */
export interface Scored {
  /** What the coverpoint or cross shows, in one sentence. */
  readonly text: string;
  /** Statements that the item exercises, such as `S-041`. */
  readonly statements?: readonly string[];
  /** Weight in the covergroup's score, relative to the other items: a unitless number, 1 by default. */
  readonly weight?: number;
  /** The goal in percent, 100 by default. */
  readonly goal?: number;
  /** Number of hits needed to cover a bin, 1 by default. */
  readonly atLeast?: number;
}

/** A sampled quantity. Each value belongs to at most one bin; values in no bin are not counted (coverage.md). */
export type ValuePoint = Scored & { readonly bins: readonly ValueBin[] };

/** A sampled quantity whose sequences of values are counted. It cannot be crossed (coverage.md). */
export type TransitionPoint = Scored & { readonly transitions: readonly TransitionBin[] };

/** A coverpoint that counts single values or sequences of values (coverage.md). */
export type Coverpoint = ValuePoint | TransitionPoint;

/**
 * A selection of combinations: each coverpoint in `where` must be in one of its listed bins; the other coverpoints are
 * unrestricted. All combinations in a selection share one bin (coverage.md).
 */
export type CrossBin<P extends string = string> = BinText & {
  readonly where: Readonly<Partial<Record<P, readonly string[]>>>;
};

/**
 * Combinations of several coverpoints' bins in one sample. Combinations that no bin selects each get their own bin. If
 * several selections match, `illegal` takes precedence over `ignore`, and `ignore` over `count` (coverage.md).
 */
export type Cross<P extends string = string> = Scored & {
  /** Unique within its covergroup. */
  readonly name: string;
  /** The names of the crossed coverpoints. */
  readonly of: readonly P[];
  /** The selections; every other combination gets its own bin. */
  readonly bins?: readonly CrossBin<P>[];
  /** If false, only combinations selected by `bins` are kept. */
  readonly automatic?: boolean;
};

/** The definition of a covergroup. All coverpoints are sampled together (coverage.md). */
export interface GroupDefinition<P extends string = string> {
  /** Unique among all covergroups. */
  readonly name: string;
  /** Increment whenever the meaning of the samples changes, so that old counts are not mixed with new ones. */
  readonly version: number;
  /** What the covergroup shows, in one sentence. */
  readonly text: string;
  /** Statements that the covergroup exercises, such as `S-041`. */
  readonly statements: readonly string[];
  /** Weight in the total score, relative to the other groups: a unitless number, 1 by default. */
  readonly weight?: number;
  /** The goal in percent, 100 by default. */
  readonly goal?: number;
  /** Coverpoints by name. */
  readonly points: Readonly<Record<P, Coverpoint>>;
  /** Crosses between these coverpoints. */
  readonly crosses: readonly Cross<NoInfer<P>>[];
}

/** Marks a coverpoint as absent from a sample (coverage.md). */
export const NOT_SAMPLED = -0x80000000;
