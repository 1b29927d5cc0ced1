/** Values that a bin takes: integers and inclusive ranges (coverage.md). */
export type ValueSet = readonly (number | readonly [low: number, high: number])[];

/**
 * The meaning of a bin hit. `count` bins make up the score. An `ignore` bin cannot happen or does not matter:
 * it never counts, and its text says why. A hit of an `illegal` bin is a finding (coverage.md).
 */
export type BinKind = 'count' | 'ignore' | 'illegal';

/** Common properties of all bins (coverage.md). */
export interface BinText {
  /** Unique in its coverpoint or cross. */
  readonly name: string;
  /** What a hit means. */
  readonly kind: BinKind;
  /** What a hit shows, or why the bin is ignored or illegal. */
  readonly text: string;
  /** Statements that a hit exercises (statements.md). */
  readonly statements: readonly string[];
  /** Number of hits needed to cover the bin; default: the coverpoint's or cross's value, else 1. */
  readonly atLeast?: number;
}

/** A bin of values. `others` takes every value no other bin of the coverpoint names (coverage.md). */
export type ValueBin = BinText & { readonly values: ValueSet | 'others' };

/** A bin of sequences: hit when the coverpoint's last samples match the steps, in order (coverage.md). */
export type TransitionBin = BinText & { readonly steps: readonly ValueSet[] };

/** Text and scoring of coverpoints and crosses (coverage.md). */
export interface Scored {
  /** What it shows, in one sentence. */
  readonly text: string;
  /** Statements that it exercises, such as `S-041`. */
  readonly statements?: readonly string[];
  /** Relative share in the covergroup's score; default: 1. */
  readonly weight?: number;
  /** Goal in percent; default: 100. */
  readonly goal?: number;
  /** Number of hits needed to cover a bin; default: 1. */
  readonly atLeast?: number;
}

/** A sampled quantity. A value belongs to at most one bin; other values are not counted (coverage.md). */
export type ValuePoint = Scored & { readonly bins: readonly ValueBin[] };

/** Sequences of a sampled quantity. Cannot be crossed (coverage.md). */
export type TransitionPoint = Scored & { readonly transitions: readonly TransitionBin[] };

/** A coverpoint: values, or sequences of them (coverage.md). */
export type Coverpoint = ValuePoint | TransitionPoint;

/**
 * Combinations of bins: each coverpoint in `where` is in one of its listed bins, the others are unrestricted.
 * All combinations of one selection share one bin (coverage.md).
 */
export type CrossBin<P extends string = string> = BinText & {
  readonly where: Readonly<Partial<Record<P, readonly string[]>>>;
};

/**
 * Combinations of the bins of several coverpoints in one sample. Combinations not selected by any bin have one
 * bin each. If several selections match, `illegal` wins over `ignore`, and `ignore` over `count` (coverage.md).
 */
export type Cross<P extends string = string> = Scored & {
  /** Unique in its covergroup. */
  readonly name: string;
  /** Names of the coverpoints that are crossed. */
  readonly of: readonly P[];
  /** Selections; other combinations have one bin each. */
  readonly bins?: readonly CrossBin<P>[];
  /** False: only keeps what `bins` selects. */
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
  /** Relative share in the total score; default: 1. */
  readonly weight?: number;
  /** Goal in percent; default: 100. */
  readonly goal?: number;
  /** Coverpoints by name. */
  readonly points: Readonly<Record<P, Coverpoint>>;
  /** Crosses of these coverpoints. */
  readonly crosses: readonly Cross<NoInfer<P>>[];
}

/** Value of a coverpoint that takes no part in a sample (coverage.md). */
export const NOT_SAMPLED = -0x80000000;
