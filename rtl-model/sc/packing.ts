import type { Gfx } from '../../arch/index.js';
import { factsOf, fieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** How a draw's quads are packed into waves, from its registers. */
export interface Packing {
  /** Overlapping quads stay in one wave, in layers (S-058, S-059); not since GFX11 (S-075). */
  readonly layers: boolean;
  /** A quad outside the aligned square with this edge in pixels closes the wave; 0: none (pops.md 7). */
  readonly breakRegion: number;
  /** `SQUADS` setting. */
  readonly squads: number;
  /** Cycles a partial wave waits for its next quad under `SQUADS.COUNTDOWN`. */
  readonly countdown: number;
}

/** PARTIAL_SQUAD_LAUNCH_CONTROL: when a partial wave may launch although its draw continues (pops.md 7). */
export const SQUADS = {
  /** After `formationTimeout`. */
  AUTO: 0,
  /** When nothing else in the device can move. */
  ON_HANG_ONLY: 1,
  /** In the next cycle without a quad for it. */
  ASAP: 2,
  COUNTDOWN: 3,
} as const;

/** Cycles per step of PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN (inference; the field has no public unit). */
const COUNTDOWN_STEP = 16;

/** Edges of the wave-break region by WAVE_BREAK_REGION_SIZE. */
const BREAK_REGIONS = [0, 8, 16, 32] as const;

/** Packing of a draw. The scan converter only reads PA_SC_SHADER_CONTROL, regardless of the argument's enable in RSRC2. */
export function packingOf(gfx: Gfx, draw: Draw): Packing {
  const field = (name: string): number => fieldOrZero(gfx, draw.registers, name);
  return {
    layers:
      factsOf(gfx).hasIntrawaveCollisions && field('PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
    squads: field('DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL'),
    countdown: COUNTDOWN_STEP * (1 + field('DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN')),
    breakRegion: BREAK_REGIONS[field('PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE')],
  };
}

/** Cycles without a quad after which a draw's partial wave launches; infinite if time alone never launches it. */
export function partialWaveTimeout({ squads, countdown }: Packing, formationTimeout: number): number {
  if (squads === SQUADS.ON_HANG_ONLY) return Number.POSITIVE_INFINITY;
  if (squads === SQUADS.ASAP) return 1;
  return squads === SQUADS.COUNTDOWN ? countdown : formationTimeout;
}

/** Whether two quads are in different regions with that edge. */
export function leavesRegion(edge: number, x0: number, y0: number, x1: number, y1: number): boolean {
  return (
    edge > 0 &&
    (Math.floor(x0 / edge) !== Math.floor(x1 / edge) || Math.floor(y0 / edge) !== Math.floor(y1 / edge))
  );
}
