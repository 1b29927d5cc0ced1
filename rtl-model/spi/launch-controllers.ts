import { parametersOf } from '../lds/local-memory.js';
import type { Wave } from '../wave.js';

/** Controllers of one engine, which load registers at the same time (P-071). */
const CONTROLLERS = 2;

/** SGPRs that a controller loads in a cycle (P-072), and dwords of the local data share (P-073). */
const SCALARS_PER_CYCLE = 8;
const LOCAL_PER_CYCLE = 24;

/**
 * Cycles that a controller needs for the start registers and parameters of a wave: one for the fastest, one for each
 * VGPR of 32 lanes (P-072, P-074 to P-076; pipeline.md 6, "Launch time rule").
 */
export function loadCycles(wave: Wave, lanes: number): number {
  const { vgprCount, sgprCount } = wave.plan;
  return Math.max(
    1,
    vgprCount * (lanes / 32),
    Math.ceil(sgprCount / SCALARS_PER_CYCLE),
    Math.ceil(parametersOf(wave) / LOCAL_PER_CYCLE),
  );
}

/** The launch controllers: each is busy until the wave that it starts is loaded. */
export class LaunchControllers {
  private readonly busyUntil = new Float64Array(CONTROLLERS);

  /** A controller without work, or -1. */
  free(now: number): number {
    return this.busyUntil.findIndex((until) => until <= now);
  }

  /** How many are loading. */
  busy(now: number): number {
    let count = 0;
    for (const until of this.busyUntil) if (until > now) count++;
    return count;
  }

  /** First cycle at which one that loads now is done; only while one does. */
  nextDone(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const until of this.busyUntil) if (until > now) first = Math.min(first, until);
    return first;
  }

  /** The controller loads until then. */
  hold(controller: number, until: number): void {
    this.busyUntil[controller] = until;
  }
}
