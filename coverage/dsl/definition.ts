/** Values that a bin takes: integers and inclusive ranges (coverage.md). */
export type ValueSet = readonly (number | readonly [low: number, high: number])[];

/**
 * What a hit of a bin means. `count` bins make the score. An `ignore` bin names what cannot happen or does not
 * matter: it never counts, its text says why. A hit of an `illegal` bin is a finding (coverage.md).
 */
export type BinKind = 'count' | 'ignore' | 'illegal';

/** What every bin says of itself (coverage.md). */
export interface BinText {
  /** Unique in its coverpoint or cross. */
  readonly name: string;
  /** What a hit means. */
  readonly kind: BinKind;
  /** What a hit shows, or why the bin is ignored or illegal. */
  readonly text: string;
  /** Statements that a hit exercises (statements.md). */
  readonly statements: readonly string[];
  /** Number of hits that make the bin covered; the coverpoint's or cross's value where absent, else 1. */
  readonly atLeast?: number;
}

/** A bin of values. `others` takes every value that no other bin of the coverpoint names (coverage.md). */
export type ValueBin = BinText & { readonly values: ValueSet | 'others' };

/** A bin of sequences: hit when the last samples of the coverpoint match the steps, one after another (coverage.md). */
export type TransitionBin = BinText & { readonly steps: readonly ValueSet[] };

/** What coverpoints and crosses say of themselves, and of their share in the score (coverage.md). */
export interface Scored {
  /** What it shows, in one sentence. */
  readonly text: string;
  /** Statements that it exercises, such as `S-041`. */
  readonly statements?: readonly string[];
  /** Share in the score of the covergroup; 1 where absent. */
  readonly weight?: number;
  /** Percent that is aimed at; 100 where absent. */
  readonly goal?: number;
  /** Number of hits that make a bin covered; 1 where absent. */
  readonly atLeast?: number;
}

/** A sampled quantity. A value belongs to at most one bin; a value that belongs to none is not counted (coverage.md). */
export type ValuePoint = Scored & { readonly bins: readonly ValueBin[] };

/** Sequences of a sampled quantity. Cannot be crossed (coverage.md). */
export type TransitionPoint = Scored & { readonly transitions: readonly TransitionBin[] };

/** A coverpoint: values, or sequences of them (coverage.md). */
export type Coverpoint = ValuePoint | TransitionPoint;

/**
 * Combinations of bins: each coverpoint named in `where` is in one of the bins listed for it, the others are
 * anywhere. All combinations of one selection share one bin (coverage.md).
 */
export type CrossBin<P extends string = string> = BinText & {
  readonly where: Readonly<Partial<Record<P, readonly string[]>>>;
};

/**
 * Combinations of the bins of several coverpoints in one sample. Combinations that no bin selects have a bin
 * each. Where several selections hold, `illegal` goes before `ignore`, and `ignore` before `count` (coverage.md).
 */
export type Cross<P extends string = string> = Scored & {
  /** Unique in its covergroup. */
  readonly name: string;
  /** Names of the coverpoints that are crossed. */
  readonly of: readonly P[];
  /** Selections; the other combinations have a bin each. */
  readonly bins?: readonly CrossBin<P>[];
  /** False keeps only what `bins` selects. */
  readonly automatic?: boolean;
};

/** A covergroup as data: all coverpoints are sampled together (coverage.md). */
export interface GroupDefinition<P extends string = string> {
  /** Unique among all covergroups. */
  readonly name: string;
  /** Counts up when the sampling changes its meaning, so that old counts are not mixed with new ones. */
  readonly version: number;
  /** What it shows, in one sentence. */
  readonly text: string;
  /** Statements that it exercises, such as `S-041`. */
  readonly statements: readonly string[];
  /** Share in the total score; 1 where absent. */
  readonly weight?: number;
  /** Percent that is aimed at; 100 where absent. */
  readonly goal?: number;
  /** Coverpoints by name. */
  readonly points: Readonly<Record<P, Coverpoint>>;
  /** Crosses of these coverpoints. */
  readonly crosses: readonly Cross<NoInfer<P>>[];
}

/** Value of a coverpoint that takes no part in a sample (coverage.md). */
export const NOT_SAMPLED = -0x80000000;
