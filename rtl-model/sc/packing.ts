import type { Gfx } from '../../arch/index.js';
import { factsOf, getFieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** PARTIAL_SQUAD_LAUNCH_CONTROL: when a partial wave may launch while its draw continues (pops.md 7). */
export const SQUAD_LAUNCH_MODE = {
  /** Once `formationTimeout` has passed. */
  AUTO: 0,
  /** Once nothing else in the device can make progress. */
  ON_HANG_ONLY: 1,
  /** In the first cycle in which no quad arrives for the wave. */
  ASAP: 2,
  COUNTDOWN: 3,
} as const;

/** Number of cycles per step of PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN (inferred; the field's unit is not public). */
const COUNTDOWN_STEP = 16;

/** Sizes in pixels of the wave-break region, by WAVE_BREAK_REGION_SIZE. */
const BREAK_REGIONS = [0, 8, 16, 32] as const;

/**
 * Decodes a draw's packing from its registers. Only PA_SC_SHADER_CONTROL determines whether layers are used, even if
 * RSRC2 does not enable the intrawave collision argument.
 */
export function getPacking(gfx: Gfx, draw: Draw) {
  const field = (name: string): number => getFieldOrZero(gfx, draw.registers, name);
  return {
    /** Whether overlapping quads stay in one wave, in layers (S-058, S-059). Never true on GFX11 and later (S-075). */
    hasLayers:
      factsOf(gfx).hasIntrawaveCollisions && field('PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
    /** One of `SQUAD_LAUNCH_MODE`. */
    partialSquadLaunch: field('DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL'),
    /** Number of cycles for which a partial wave waits for its next quad under `SQUADS.COUNTDOWN`. */
    countdown: COUNTDOWN_STEP * (1 + field('DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN')),
    /** Size in pixels of the aligned square regions that a wave must stay within, or 0 if unrestricted (pops.md 7). */
    breakRegion: BREAK_REGIONS[field('PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE')],
  };
}

/** How a draw's quads are packed into waves, according to its registers. */
export type Packing = Readonly<ReturnType<typeof getPacking>>;

/**
 * Returns how many cycles a partial wave waits for its next quad before it launches, or infinity if it never
 * times out.
 */
export function getPartialTimeout({ partialSquadLaunch, countdown }: Packing, timeout: number): number {
  if (partialSquadLaunch === SQUAD_LAUNCH_MODE.ON_HANG_ONLY) return Number.POSITIVE_INFINITY;
  if (partialSquadLaunch === SQUAD_LAUNCH_MODE.ASAP) return 1;
  return partialSquadLaunch === SQUAD_LAUNCH_MODE.COUNTDOWN ? countdown : timeout;
}

/** Whether two quads are in different break regions. */
export function crossesRegion(edge: number, x0: number, y0: number, x1: number, y1: number): boolean {
  return (
    edge > 0 &&
    (Math.floor(x0 / edge) !== Math.floor(x1 / edge) || Math.floor(y0 / edge) !== Math.floor(y1 / edge))
  );
}
