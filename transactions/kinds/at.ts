/** Properties shared by all transactions (trace.md). */
export interface At {
  /** The cycle, which never decreases within a stream. */
  readonly cycle: number;
}

/** Properties shared by all transactions about one wave (trace.md). */
export interface OfWave extends At {
  /**
   * The wave's sequence number in formation order, unique in a run. Background waves are numbered starting at
   * `FIRST_BACKGROUND_WAVE`.
   */
  readonly wave: number;
}

/**
 * A wave's counters as reported by the hardware: the number of outstanding operations on each of `vm`,
 * `vs`, `lgkm` and `exp`. They are informational only (checking.md, RACE-01), except that they must
 * satisfy the wait condition once a wait ends (PROTO-12).
 */
export interface CounterValues {
  readonly vm: number;
  readonly vs: number;
  readonly lgkm: number;
  readonly exp: number;
  /** Number of outstanding samples, which GFX12 counts separately from `vm`. */
  readonly sample?: number;
  /** Number of outstanding ray intersections, which GFX12 counts separately from `vm`. */
  readonly bvh?: number;
  /** Number of outstanding scalar loads and messages, which GFX12 counts separately from `lgkm`. */
  readonly km?: number;
}
