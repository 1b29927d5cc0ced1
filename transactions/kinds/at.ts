/** What every transaction has (trace.md). */
export interface At {
  /** Never decreases along a stream. */
  readonly cycle: number;
}

/** What a transaction about one wave has (trace.md). */
export interface OfWave extends At {
  /** Running number of the formed wave, unique in a run; background waves count from `FIRST_BACKGROUND_WAVE` on. */
  readonly wave: number;
}

/**
 * Counter values of a wave as the hardware shows them: numbers of what is outstanding on `vm`, `vs`, `lgkm` and `exp`. They help a
 * reader; no rule trusts them (checking.md, RACE-01). Those of a wait that ended have to be what it waits for (PROTO-12).
 */
export interface CounterValues {
  readonly vm: number;
  readonly vs: number;
  readonly lgkm: number;
  readonly exp: number;
  /** Number of samples outstanding, which GFX12 splits off `vm`. */
  readonly sample?: number;
  /** Number of intersections of rays outstanding, which GFX12 splits off `vm`. */
  readonly bvh?: number;
  /** Number of scalar loads and messages outstanding, which GFX12 splits off `lgkm`. */
  readonly km?: number;
}
