/** The values that belong to a bin: integers and inclusive ranges (coverage.md). */
export type ValueSet = readonly (number | readonly [low: number, high: number])[];

/**
 * What a hit of a bin means. `count` bins make up the score. An `ignore` bin cannot be hit or does not matter; it never
 * counts, and its text says why. A hit of an `illegal` bin is a finding (coverage.md).
 */
export type BinKind = 'count' | 'ignore' | 'illegal';

/** The properties that all bins have (coverage.md). */
export interface BinText {
  /** Unique within its coverpoint or cross. */
  readonly name: string;
  /** What a hit means. */
  readonly kind: BinKind;
  /** What a hit shows, or why the bin is ignored or illegal. */
  readonly text: string;
  /** Statements that a hit exercises (statements.md). */
  readonly statements: readonly string[];
  /** The number of hits needed to cover the bin; by default that of the coverpoint or cross, otherwise 1. */
  readonly atLeast?: number;
}

/** A bin of values. `others` stands for every value that no other bin of the coverpoint lists (coverage.md). */
export type ValueBin = BinText & { readonly values: ValueSet | 'others' };

/** A bin of sequences, which is hit when the last samples of the coverpoint match the steps in order (coverage.md). */
export type TransitionBin = BinText & { readonly steps: readonly ValueSet[] };

/** The text and scoring of coverpoints and crosses (coverage.md). */
export interface Scored {
  /** What it shows, in one sentence. */
  readonly text: string;
  /** Statements that it exercises, such as `S-041`. */
  readonly statements?: readonly string[];
  /** Its share of the covergroup's score, relative to the other items: a number without unit, 1 by default. */
  readonly weight?: number;
  /** The goal in percent; 100 by default. */
  readonly goal?: number;
  /** The number of hits needed to cover a bin; 1 by default. */
  readonly atLeast?: number;
}

/** A sampled quantity. A value belongs to at most one bin; other values are not counted (coverage.md). */
export type ValuePoint = Scored & { readonly bins: readonly ValueBin[] };

/** Sequences of a sampled quantity, which cannot be crossed (coverage.md). */
export type TransitionPoint = Scored & { readonly transitions: readonly TransitionBin[] };

/** A coverpoint: values, or sequences of them (coverage.md). */
export type Coverpoint = ValuePoint | TransitionPoint;

/**
 * A selection of combinations: each coverpoint in `where` is in one of its listed bins, and the others are unrestricted.
 * All combinations in a selection share one bin (coverage.md).
 */
export type CrossBin<P extends string = string> = BinText & {
  readonly where: Readonly<Partial<Record<P, readonly string[]>>>;
};

/**
 * Combinations of the bins of several coverpoints in one sample. Combinations that no bin selects have one bin each. If
 * several selections match, `illegal` takes precedence over `ignore`, and `ignore` over `count` (coverage.md).
 */
export type Cross<P extends string = string> = Scored & {
  /** Unique within its covergroup. */
  readonly name: string;
  /** The names of the crossed coverpoints. */
  readonly of: readonly P[];
  /** The selections; other combinations have one bin each. */
  readonly bins?: readonly CrossBin<P>[];
  /** If false, only the combinations that `bins` selects are kept. */
  readonly automatic?: boolean;
};

/** A covergroup as data: all coverpoints are sampled together (coverage.md). */
export interface GroupDefinition<P extends string = string> {
  /** Unique among all covergroups. */
  readonly name: string;
  /** Increment when the sampling changes its meaning, so that old counts are not mixed with new ones. */
  readonly version: number;
  /** What it shows, in one sentence. */
  readonly text: string;
  /** Statements that it exercises, such as `S-041`. */
  readonly statements: readonly string[];
  /** Its share of the total score, relative to the other groups: a number without unit, 1 by default. */
  readonly weight?: number;
  /** The goal in percent; 100 by default. */
  readonly goal?: number;
  /** Coverpoints by name. */
  readonly points: Readonly<Record<P, Coverpoint>>;
  /** Crosses between these coverpoints. */
  readonly crosses: readonly Cross<NoInfer<P>>[];
}

/** The value of a coverpoint that is not part of a sample (coverage.md). */
export const NOT_SAMPLED = -0x80000000;
