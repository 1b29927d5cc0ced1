import type { DrawState } from '../../evidence/facts/draw-state.js';
import type { Judgement } from '../../evidence/rule/judge-draws.js';

/**
 * Checks that SPI loads an argument if and only if SC supplies it. Both have an enable bit with the same name
 * (S-012, S-059).
 */
export function checkEnables(state: DrawState, field: string): Judgement {
  const loads = state.getField(`SPI_SHADER_PGM_RSRC2_PS.${field}`);
  const supplies = state.getField(`PA_SC_SHADER_CONTROL.${field}`);
  if (loads === supplies) return 'ok';
  return {
    allowed: `${field} has the same value in SPI_SHADER_PGM_RSRC2_PS and PA_SC_SHADER_CONTROL.`,
    observed: `In draw ${state.facts.index}, the values are ${loads} and ${supplies}, respectively: ${loads === 1 ? 'SPI loads what SC does not supply' : 'SC supplies what SPI does not load'}.`,
    hint: 'Program both registers from the same description of the shader.',
  };
}
