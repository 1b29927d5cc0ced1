import { assert } from '../kernel/assert.js';
import { countWaveParameterDwords } from '../lds/local-memory.js';
import type { Wave } from '../wave.js';
import { CONTROLLERS, LOCAL_DWORDS_PER_CYCLE, SCALARS_PER_CYCLE } from './spec.js';
import type { Staging } from './staging.js';

/**
 * Returns how many cycles a controller needs to load a wave's initial registers: one per 32 lanes of each VGPR or one
 * per eight SGPRs, whichever takes longer, but at least one (P-072, P-074 to P-076; pipeline.md 6, "Launch time rule").
 */
export function registerLoadCycles(wave: Wave, lanes: number): number {
  const { vgprCount, sgprCount } = wave.work;
  return Math.max(1, vgprCount * (lanes / 32), Math.ceil(sgprCount / SCALARS_PER_CYCLE));
}

/**
 * Tracks the launch controllers. Each is busy until its wave is loaded. They load registers separately, but share
 * SPI's single parameter path to LDS, which serves one wave at a time (P-073).
 */
export class LaunchControllers {
  /** The first cycle in which the path to LDS is free. */
  private localFreeAt = 0;
  private readonly busyUntil = new Float64Array(CONTROLLERS);
  /** The staging buffer that holds the initial data of each controller's wave. */
  private readonly sources = new Array<Staging | undefined>(CONTROLLERS).fill(undefined);

  /** Returns the number of an idle controller, or -1 if all are busy. */
  findIdleController(now: number): number {
    return this.busyUntil.findIndex((until) => until <= now);
  }

  /** Returns how many controllers are loading from a staging buffer. */
  countLoading(now: number, source: Staging): number {
    let count = 0;
    for (let controller = 0; controller < CONTROLLERS; controller++)
      if (this.busyUntil[controller] > now && this.sources[controller] === source) count++;
    return count;
  }

  /** Returns the earliest cycle in which a busy controller finishes. At least one must be busy. */
  nextFinishCycle(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const until of this.busyUntil) if (until > now) first = Math.min(first, until);
    return first;
  }

  /** Returns how many cycles it takes to load a wave that starts now. Reserves the path to LDS for its parameters. */
  loadCycles(wave: Wave, lanes: number, now: number): number {
    const registers = registerLoadCycles(wave, lanes);
    const cycles = Math.ceil(countWaveParameterDwords(wave) / LOCAL_DWORDS_PER_CYCLE);
    if (cycles === 0) return registers;
    this.localFreeAt = Math.max(now, this.localFreeAt) + cycles;
    return Math.max(registers, this.localFreeAt - now);
  }

  /** Occupies the controller until the given cycle. It loads from `source` if the initial data was staged. */
  occupy(controller: number, until: number, source: Staging | undefined): void {
    assert(controller >= 0 && controller < CONTROLLERS, 'the controller exists');
    assert(until > 0, 'the end cycle is positive');
    this.busyUntil[controller] = until;
    this.sources[controller] = source;
  }
}
