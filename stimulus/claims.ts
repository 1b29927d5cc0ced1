/** A claim a sequence makes about its tests, expressed as the coverage bins they should hit. */
export interface Claim {
  /** The observed event, as a clause such as `waves wait for others`. */
  readonly text: string;
  /** The bins, as `GROUP/ITEM/BIN`. A test satisfies the claim if it hits all of them. */
  readonly bins: readonly string[];
  /**
   * The minimum percentage of passing tests that must satisfy the claim, counting only tests with random knobs and
   * chips. Set well below the measured value.
   */
  readonly percent: number;
}

/** Creates a claim that at least the given percentage of the tests hit all the bins. */
export function claim(text: string, percent: number, ...bins: readonly string[]): Claim {
  return { text, bins, percent };
}

/** A wave is formed before a wave that it overlaps has exited. */
export const WAVES_OVERLAP = claim(
  'waves overlap waves that have not exited yet',
  40,
  'overlap/answer/exact',
);

/** The exiting id wraps around while a wave is waiting. */
export const IDS_WRAP = claim('ids wrap during a wait', 3, 'wrap/relation/newest before wrap');

/** Some waves lose all their lanes before exiting. */
export const LANES_LOST = claim(
  'waves lose all their lanes before exiting',
  40,
  'exit-path/way/discard with exit pending',
);

/** Some waves of a draw enter the section, and others never do. */
export const BOTH_PATHS = claim(
  'some waves enter the section, others bypass it',
  15,
  'entry-path/section/entered',
  'entry-path/section/not entered',
);

/** Quads of one wave overlap. */
export const LAYERS = claim('quads overlap other quads in the same wave', 30, 'intrawave/mask/other');
