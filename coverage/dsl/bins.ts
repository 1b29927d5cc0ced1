import type { BinKind, CrossBin, TransitionBin, ValueBin, ValueSet } from './definition.js';

/** The properties of a bin other than its name and values (coverage.md). */
export interface BinOptions {
  /** What a hit means. */
  readonly text?: string;
  /** Statements that a hit exercises, such as `S-041`. */
  readonly statements?: readonly string[];
  /** The number of hits needed to cover the bin. */
  readonly atLeast?: number;
}

const makeBin = (name: string, kind: BinKind, options: BinOptions) => ({
  name,
  kind,
  text: options.text ?? '',
  statements: options.statements ?? [],
  ...(options.atLeast === undefined ? {} : { atLeast: options.atLeast }),
});

/** Defines a bin that counts towards the score. Never throws (coverage.md). */
export function bin(name: string, values: ValueSet | 'others', options: BinOptions = {}): ValueBin {
  return { ...makeBin(name, 'count', options), values };
}

/** Defines a bin that is excluded from the score for the given reason. Never throws (coverage.md). */
export function ignoreBin(name: string, values: ValueSet | 'others', reason: string): ValueBin {
  return { ...makeBin(name, 'ignore', { text: reason }), values };
}

/**
 * Defines a bin that must not be hit. A hit is reported as a finding with the given text. Never throws
 * (coverage.md).
 */
export function illegalBin(
  name: string,
  values: ValueSet | 'others',
  meaning: string,
  statements: readonly string[] = [],
): ValueBin {
  return { ...makeBin(name, 'illegal', { text: meaning, statements }), values };
}

/** Defines one bin per label, with the label's index as its value. Never throws (coverage.md). */
export function labelBins(labels: readonly string[], options: BinOptions = {}): ValueBin[] {
  return labels.map((label, value) => bin(label, [value], options));
}

/** Defines one bin per value from `low` to `high`, named `prefix[value]`. Never throws (coverage.md). */
export function eachValue(prefix: string, low: number, high: number, options: BinOptions = {}): ValueBin[] {
  return Array.from({ length: high - low + 1 }, (_, i) => bin(`${prefix}[${low + i}]`, [low + i], options));
}

/**
 * Defines one bin per range between steps: `stepRanges([0, 1, 4])` returns 0, 1-3 and 4+, the last one up to 2^31-1.
 * Never throws (coverage.md).
 */
export function stepRanges(steps: readonly number[], options: BinOptions = {}): ValueBin[] {
  return steps.map((low, i) => {
    const next = steps[i + 1];
    if (next === undefined) return bin(`${low}+`, [[low, 0x7fffffff]], options);
    return bin(next - 1 === low ? `${low}` : `${low}-${next - 1}`, [[low, next - 1]], options);
  });
}

/**
 * Defines a bin for all values that match a binary pattern, highest bit first: `1?0` matches 4 and 6. Throws if the
 * pattern contains anything but `0`, `1` and `?`, has more than 30 bits, or expands to more than 4096 separate ranges
 * (coverage.md).
 */
export function wildcardBin(name: string, pattern: string, options: BinOptions = {}): ValueBin {
  if (!/^[01?]{1,30}$/.test(pattern)) {
    throw new Error(
      `Invalid wildcard for bin '${name}': expected 1 to 30 characters, each 0, 1 or ?, got '${pattern}'.`,
    );
  }
  const fixed = pattern.replace(/\?+$/, '');
  const run = 1 << (pattern.length - fixed.length);
  let values = [0];
  for (const digit of fixed) {
    const digits = digit === '?' ? [0, 1] : [Number(digit)];
    values = values.flatMap((value) => digits.map((bit) => value * 2 + bit));
    if (values.length > 4096) throw new Error(`Wildcard for bin '${name}' expands to too many ranges.`);
  }
  return bin(
    name,
    values.map((value) => [value * run, value * run + run - 1] as const),
    options,
  );
}

/** Defines a bin that is hit by the given values in consecutive samples. Never throws (coverage.md). */
export function transition(
  name: string,
  steps: readonly ValueSet[],
  options: BinOptions = {},
): TransitionBin {
  return { ...makeBin(name, 'count', options), steps };
}

/** Defines combinations that are excluded from the score for the given reason. Never throws (coverage.md). */
export function ignoreCross<P extends string>(
  name: string,
  where: CrossBin<P>['where'],
  reason: string,
): CrossBin<P> {
  return { ...makeBin(name, 'ignore', { text: reason }), where };
}

/**
 * Defines combinations that must not be hit. A hit is reported as a finding with the given text. Never throws
 * (coverage.md).
 */
export function illegalCross<P extends string>(
  name: string,
  where: CrossBin<P>['where'],
  meaning: string,
  statements: readonly string[] = [],
): CrossBin<P> {
  return { ...makeBin(name, 'illegal', { text: meaning, statements }), where };
}

/** Defines combinations that share one bin. Never throws (coverage.md). */
export function crossBin<P extends string>(
  name: string,
  where: CrossBin<P>['where'],
  options: BinOptions = {},
): CrossBin<P> {
  return { ...makeBin(name, 'count', options), where };
}
