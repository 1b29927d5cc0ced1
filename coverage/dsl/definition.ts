/** Values that a bin takes: integers and inclusive ranges. */
export type ValueSet = readonly (number | readonly [low: number, high: number])[];

/**
 * What a hit of a bin means. `count` bins make the score. An `ignore` bin names what cannot happen or does not
 * matter: it never counts, its text says why. A hit of an `illegal` bin is a finding.
 */
export type BinKind = 'count' | 'ignore' | 'illegal';

interface BinText {
  readonly name: string;
  readonly kind: BinKind;
  /** What a hit shows, or why the bin is ignored or illegal. */
  readonly text: string;
  /** Statements that a hit exercises (statements.md). */
  readonly statements: readonly string[];
  /** Hits that make the bin covered; the coverpoint's or cross's value where absent, else 1. */
  readonly atLeast?: number;
}

/** A bin of values. `others` takes every value that no other bin of the coverpoint names. */
export type ValueBin = BinText & { readonly values: ValueSet | 'others' };

/** A bin of sequences: hit when the last samples of the coverpoint match the steps, one after another. */
export type TransitionBin = BinText & { readonly steps: readonly ValueSet[] };

interface Scored {
  readonly text: string;
  readonly statements?: readonly string[];
  /** Share in the score of the covergroup; 1 where absent. */
  readonly weight?: number;
  /** Percent that is aimed at; 100 where absent. */
  readonly goal?: number;
  readonly atLeast?: number;
}

/** A sampled quantity. A value belongs to at most one bin; a value that belongs to none is not counted. */
export type ValuePoint = Scored & { readonly bins: readonly ValueBin[] };

/** Sequences of a sampled quantity. Cannot be crossed. */
export type TransitionPoint = Scored & { readonly transitions: readonly TransitionBin[] };

export type Coverpoint = ValuePoint | TransitionPoint;

/**
 * Combinations of bins: each coverpoint named in `where` is in one of the bins listed for it, the others are
 * anywhere. All combinations of one selection share one bin.
 */
export type CrossBin<P extends string = string> = BinText & {
  readonly where: Readonly<Partial<Record<P, readonly string[]>>>;
};

/**
 * Combinations of the bins of several coverpoints in one sample. Combinations that no bin selects have a bin
 * each. Where several selections hold, `illegal` goes before `ignore`, and `ignore` before `count`.
 */
export type Cross<P extends string = string> = Scored & {
  readonly name: string;
  readonly of: readonly P[];
  readonly bins?: readonly CrossBin<P>[];
  /** False keeps only what `bins` selects. */
  readonly automatic?: boolean;
};

/** A covergroup as data: all coverpoints are sampled together. */
export interface GroupDefinition<P extends string = string> {
  readonly name: string;
  /** Counts up when the sampling changes its meaning, so that old counts are not mixed with new ones. */
  readonly version: number;
  readonly text: string;
  readonly statements: readonly string[];
  readonly weight?: number;
  readonly goal?: number;
  readonly points: Readonly<Record<P, Coverpoint>>;
  readonly crosses: readonly Cross<NoInfer<P>>[];
}

/** Value of a coverpoint that takes no part in a sample. */
export const NOT_SAMPLED = -0x80000000;
