/** Version of the scenario format. A file with a different version is rejected with a one-line error. */
export const SCENARIO_FORMAT = 1;

/** Version of the model's behaviour: a recorded schedule only replays on the same version. */
export const MODEL_VERSION = 9;

/** Maximum depth of a `pct` schedule. It is limited because each choice checks all previous changes. */
export const MAX_PCT_DEPTH = 100;

/**
 * Maximum number of steps over which a `pct` schedule spreads its changes, which is the limit of
 * `RandomStream.below`.
 */
export const MAX_PCT_STEPS = 2 ** 32;
