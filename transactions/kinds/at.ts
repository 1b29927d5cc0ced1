/** Common to all transactions (trace.md). */
export interface At {
  /** Monotonic within a stream. */
  readonly cycle: number;
}

/** Common to all transactions about one wave (trace.md). */
export interface OfWave extends At {
  /** Sequence number of the formed wave, unique in a run; background waves count from `FIRST_BACKGROUND_WAVE` on. */
  readonly wave: number;
}

/**
 * Counter values of a wave as hardware shows them: numbers of outstanding operations on `vm`, `vs`, `lgkm` and `exp`. For readers
 * only; no rule trusts them (checking.md, RACE-01). After a wait they must satisfy it (PROTO-12).
 */
export interface CounterValues {
  readonly vm: number;
  readonly vs: number;
  readonly lgkm: number;
  readonly exp: number;
  /** Number of outstanding samples, which GFX12 splits off `vm`. */
  readonly sample?: number;
  /** Number of outstanding ray intersections, which GFX12 splits off `vm`. */
  readonly bvh?: number;
  /** Number of outstanding scalar loads and messages, which GFX12 splits off `lgkm`. */
  readonly km?: number;
}
