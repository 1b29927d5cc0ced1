import { type FieldRules, TIME } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import { parametersOf } from '../lds/local-memory.js';
import type { Wave } from '../wave.js';
import { CONTROLLERS, LOCAL_PER_CYCLE, SCALARS_PER_CYCLE } from './spec.js';
import type { Staging } from './staging.js';

/**
 * Cycles that a controller needs for the start registers of a wave: one for the fastest, one for each VGPR of 32 lanes
 * (P-072, P-074 to P-076; pipeline.md 6, "Launch time rule").
 */
export function registerLoadCycles(wave: Wave, lanes: number): number {
  const { vgprCount, sgprCount } = wave.work;
  return Math.max(1, vgprCount * (lanes / 32), Math.ceil(sgprCount / SCALARS_PER_CYCLE));
}

/**
 * The launch controllers: each is busy until the wave that it starts is loaded. Each controller loads registers at its own rate; all
 * share one path of SPI for parameters to the local data share, which serves one wave after the other (P-073).
 */
export class LaunchControllers {
  /** What of its fields is state of the device. */
  static readonly fingerprint: FieldRules<LaunchControllers> = { localFreeAt: TIME, busyUntil: TIME };

  /** First cycle in which the path to the local data share is free. */
  private localFreeAt = 0;
  private readonly busyUntil = new Float64Array(CONTROLLERS);
  /** Staging that the start data of each one's wave comes from. */
  private readonly sources = new Array<Staging | undefined>(CONTROLLERS).fill(undefined);

  /** A controller without work, or -1. */
  free(now: number): number {
    return this.busyUntil.findIndex((until) => until <= now);
  }

  /** How many are loading from a staging. */
  busy(now: number, source: Staging): number {
    let count = 0;
    for (const [controller, until] of this.busyUntil.entries())
      if (until > now && this.sources[controller] === source) count++;
    return count;
  }

  /** First cycle at which one that loads now is done; only while one does. */
  nextDone(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const until of this.busyUntil) if (until > now) first = Math.min(first, until);
    return first;
  }

  /** Cycles until a wave is loaded that starts now; takes the path to the local data share for its parameters. */
  loadCycles(wave: Wave, lanes: number, now: number): number {
    const registers = registerLoadCycles(wave, lanes);
    const cycles = Math.ceil(parametersOf(wave) / LOCAL_PER_CYCLE);
    if (cycles === 0) return registers;
    this.localFreeAt = Math.max(now, this.localFreeAt) + cycles;
    return Math.max(registers, this.localFreeAt - now);
  }

  /** The controller loads until then, from a staging where the start data was staged. */
  hold(controller: number, until: number, source: Staging | undefined): void {
    assert(controller >= 0 && controller < CONTROLLERS, 'the controller exists');
    assert(until > 0, 'loading takes time');
    this.busyUntil[controller] = until;
    this.sources[controller] = source;
  }
}
