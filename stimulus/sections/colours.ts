import { factsOf, getGenerationEntry, type SinceGeneration } from '../../arch/index.js';
import { components, type PartContext, REGISTERS } from './part.js';

/** The attributes of the first and second colours, for front and back faces. Attribute 0 is the primitive's number. */
export const COLOUR_ATTRIBUTES = { front: [1, 2], back: [3, 4] } as const;

/** Emits code that interpolates an attribute's four components into registers starting at `first`. */
export function emitInterpolation(context: PartContext, attribute: number, first: number): string {
  return factsOf(context.gfx).loadsParameters
    ? emitParameterInterpolation(context, attribute, first)
    : components(first)
        .map((target, i) => emitInterpolationSteps(target, `attr${attribute}.${'xyzw'[i]}`))
        .join('');
}

function emitInterpolationSteps(target: string, source: string): string {
  return `
  v_interp_p1_f32_e32 ${target}, ${REGISTERS.i}, ${source}
  v_interp_p2_f32_e32 ${target}, ${REGISTERS.j}, ${source}`;
}

/** Modifiers that make a parameter load wait for all vector results and, where supported, for register reads. */
const WAIT_FOR_ALL: SinceGeneration<string> = { gfx9: 'wait_vdst:0', gfx12: 'wait_va_vdst:0 wait_vm_vsrc:0' };

/**
 * Emits interpolation code for GFX11 and later. P0, P10 and P20 are loaded into lanes of the quad, so all lanes of a
 * quad must be active.
 */
function emitParameterInterpolation({ gfx, dialect }: PartContext, attribute: number, first: number): string {
  const { mask, exec, saved } = dialect;
  const parameter = `v${REGISTERS.scratch + 4}`;
  const waitForAll = getGenerationEntry(WAIT_FOR_ALL, gfx);
  const partial = `v${REGISTERS.scratch + 5}`;
  const lines = components(first).map(
    (target, i) => `
  lds_param_load ${parameter}, attr${attribute}.${'xyzw'[i]} ${waitForAll}
  v_interp_p10_f32 ${partial}, ${parameter}, ${REGISTERS.i}, ${parameter} wait_exp:0
  v_interp_p2_f32 ${target}, ${parameter}, ${REGISTERS.j}, ${partial} wait_exp:7`,
  );
  return `
  s_mov_${mask} ${saved}, ${exec}
  s_wqm_${mask} ${exec}, ${exec}${lines.join('')}
  s_mov_${mask} ${exec}, ${saved}`;
}

/**
 * Code that sets M0 to the parameter base, as the interpolation instructions require. GFX9 needs one instruction
 * between the write to M0 and its use.
 */
export const PARAMETER_BASE_TEXT = `
  s_mov_b32 m0, s5
  s_nop 0`;
