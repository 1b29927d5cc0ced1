import type { Gfx } from '../../arch/index.js';
import { factsOf, fieldOrZero } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** How the quads of a draw are packed into waves, from its registers. */
export interface Packing {
  /** Overlapping quads stay in one wave, in layers (S-058, S-059); GFX11 has no such thing (S-075). */
  readonly layers: boolean;
  /** A quad outside of the aligned square of this edge in pixels ends the wave; 0: none (pops.md 7). */
  readonly breakRegion: number;
  /** `SQUADS` setting. */
  readonly squads: number;
  /** Cycles for which a partial wave waits for its next quad under `SQUADS.COUNTDOWN`. */
  readonly countdown: number;
}

/** PARTIAL_SQUAD_LAUNCH_CONTROL: when a wave that is not full may go although its draw goes on (pops.md 7). */
export const SQUADS = {
  /** After `formationTimeout`. */
  AUTO: 0,
  /** When nothing else in the device can move. */
  ON_HANG_ONLY: 1,
  /** In the next cycle that has no quad for it. */
  ASAP: 2,
  COUNTDOWN: 3,
} as const;

/** Cycles of one step of PARTIAL_SQUAD_LAUNCH_CONTROL_COUNTDOWN (inference; the field has no public unit). */
const COUNTDOWN_STEP = 16;

/** Edges of the wave-break region by WAVE_BREAK_REGION_SIZE. */
const BREAK_REGIONS = [0, 8, 16, 32] as const;

/** Packing of a draw. The scan converter reads PA_SC_SHADER_CONTROL alone, whatever the argument's enable in RSRC2 says. */
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

/** Cycles without a quad after which a partial wave of a draw goes; infinite where time alone never sends it. */
export function partialWaveTimeout({ squads, countdown }: Packing, formationTimeout: number): number {
  if (squads === SQUADS.ON_HANG_ONLY) return Number.POSITIVE_INFINITY;
  if (squads === SQUADS.ASAP) return 1;
  return squads === SQUADS.COUNTDOWN ? countdown : formationTimeout;
}

/** Whether two quads lie in different regions of that edge. */
export function leavesRegion(edge: number, x0: number, y0: number, x1: number, y1: number): boolean {
  return (
    edge > 0 &&
    (Math.floor(x0 / edge) !== Math.floor(x1 / edge) || Math.floor(y0 / edge) !== Math.floor(y1 / edge))
  );
}
