import type { Gfx } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import type { Draw } from '../../transactions/index.js';

/** How the quads of a draw are packed into waves, from its registers. */
export interface Packing {
  /** Overlapping quads stay in one wave, in layers (S-058, S-059); GFX11 has no such thing (S-075). */
  readonly layers: boolean;
  /** A quad outside of the aligned square of this edge in pixels ends the wave; 0: none (pops.md 7). */
  readonly breakRegion: number;
}

/** Edges of the wave-break region by WAVE_BREAK_REGION_SIZE. */
const BREAK_REGIONS = [0, 8, 16, 32] as const;

/** Packing of a draw. The scan converter reads PA_SC_SHADER_CONTROL alone, whatever the argument's enable in RSRC2 says. */
export function packingOf(gfx: Gfx, draw: Draw): Packing {
  const field = (name: string): number => registerField(gfx, draw.registers, name) ?? 0;
  return {
    layers: gfx !== 'gfx11' && field('PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION') === 1,
    breakRegion: BREAK_REGIONS[field('PA_SC_SHADER_CONTROL.WAVE_BREAK_REGION_SIZE')],
  };
}

/** Whether two quads lie in different regions of that edge. */
export function leavesRegion(edge: number, x0: number, y0: number, x1: number, y1: number): boolean {
  return (
    edge > 0 &&
    (Math.floor(x0 / edge) !== Math.floor(x1 / edge) || Math.floor(y0 / edge) !== Math.floor(y1 / edge))
  );
}
