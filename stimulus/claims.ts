/** A sequence's claim about its tests, expressed as coverage bins that they hit. */
export interface Claim {
  /** The observed event, as a clause: `waves wait for others`. */
  readonly text: string;
  /** The bins, as `GROUP/ITEM/BIN`. A test satisfies the claim if it hits all of them. */
  readonly bins: readonly string[];
  /**
   * The minimum percentage of passing tests, among those with randomly chosen knobs and chips, that satisfy the claim;
   * set well below the measured value.
   */
  readonly percent: number;
}

/** Creates a claim that at least the given percentage of the tests hits all the bins. */
export function claim(text: string, percent: number, ...bins: readonly string[]): Claim {
  return { text, bins, percent };
}

/** A wave is formed while a wave that it overlaps has not exited. */
export const WAVES_OVERLAP = claim('waves overlap others that have not exited', 40, 'overlap/answer/exact');

/** The exiting id passes its maximum while a wave waits. */
export const IDS_WRAP = claim('ids wrap during a wait', 3, 'wrap/relation/newest before wrap');

/** Some waves lose all their lanes before they have exited. */
export const WAVES_LEAVE = claim(
  'waves lose all their lanes before their exit',
  40,
  'exit-path/way/discard with the exit owed',
);

/** Some waves of a draw enter the section, and others never do. */
export const BOTH_ARMS = claim(
  'some waves enter the section, others bypass it',
  15,
  'entry-path/section/entered',
  'entry-path/section/not entered',
);

/** Quads of one wave overlap. */
export const LAYERS = claim('quads overlap others of their wave', 30, 'intrawave/mask/other');
