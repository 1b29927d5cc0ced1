import { type FieldRules, TIME } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import { parameterDwords } from '../lds/local-memory.js';
import type { Wave } from '../wave.js';
import { CONTROLLERS, LOCAL_DWORDS_PER_CYCLE, SCALARS_PER_CYCLE } from './spec.js';
import type { Staging } from './staging.js';

/**
 * Cycles in which a controller loads a wave's initial registers: one per VGPR of 32 lanes or per eight SGPRs, whichever takes
 * longer, and at least one (P-072, P-074 to P-076; pipeline.md 6, "Launch time rule").
 */
export function registerLoadCycles(wave: Wave, lanes: number): number {
  const { vgprCount, sgprCount } = wave.work;
  return Math.max(1, vgprCount * (lanes / 32), Math.ceil(sgprCount / SCALARS_PER_CYCLE));
}

/**
 * The launch controllers: each is busy until its wave is loaded. Each loads registers separately; all share SPI's single
 * parameter path to the local data share, which serves one wave at a time (P-073).
 */
export class LaunchControllers {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<LaunchControllers> = { localFreeAt: TIME, busyUntil: TIME };

  /** First cycle in which the path to the local data share is free. */
  private localFreeAt = 0;
  private readonly busyUntil = new Float64Array(CONTROLLERS);
  /** Staging with the start data of each controller's wave. */
  private readonly sources = new Array<Staging | undefined>(CONTROLLERS).fill(undefined);

  /** An idle controller, or -1. */
  idleController(now: number): number {
    return this.busyUntil.findIndex((until) => until <= now);
  }

  /** Number of controllers that load from a staging. */
  countLoading(now: number, source: Staging): number {
    let count = 0;
    for (const [controller, until] of this.busyUntil.entries())
      if (until > now && this.sources[controller] === source) count++;
    return count;
  }

  /** First cycle at which a busy controller finishes; only valid while one is busy. */
  nextDone(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const until of this.busyUntil) if (until > now) first = Math.min(first, until);
    return first;
  }

  /** Cycles until a wave starting now is loaded; reserves the path to the local data share for its parameters. */
  loadCycles(wave: Wave, lanes: number, now: number): number {
    const registers = registerLoadCycles(wave, lanes);
    const cycles = Math.ceil(parameterDwords(wave) / LOCAL_DWORDS_PER_CYCLE);
    if (cycles === 0) return registers;
    this.localFreeAt = Math.max(now, this.localFreeAt) + cycles;
    return Math.max(registers, this.localFreeAt - now);
  }

  /** Occupies the controller until a cycle, loading from a staging if the start data was staged. */
  occupy(controller: number, until: number, source: Staging | undefined): void {
    assert(controller >= 0 && controller < CONTROLLERS, 'the controller exists');
    assert(until > 0, 'loading ends in a valid cycle');
    this.busyUntil[controller] = until;
    this.sources[controller] = source;
  }
}
