import { fusedMultiplyAdd } from '../numbers/fused.js';
import { type Meaning, type Names, type Opcodes, type VectorRow, X } from './row.js';

/** Where a mixed-precision result goes: a dword or one half of it. */
type MixTarget = NonNullable<VectorRow['mix']>;

function mix(name: Names, opcode: Opcodes, target: MixTarget, meaning: Meaning): VectorRow {
  const dst = target === 'single' ? 'f32' : 'f16';
  return {
    family: 'vector',
    format: 'vop3p',
    name,
    opcode,
    dst,
    sources: ['f32', 'f32', 'f32'],
    meaning,
    mix: target,
  };
}

const everyMix = (opcode: number): Opcodes => [X, opcode, opcode, opcode];
const onGfx9 = (opcode: number): Opcodes => [opcode, X, X, X];

/** A half-precision result is the single-precision one rounded once more. */
const fusedToHalf: Meaning = (a, b, c) => Math.fround(fusedMultiplyAdd(a, b, c));
const unfusedToHalf: Meaning = (a, b, c) => Math.fround(Math.fround(a * b) + c);

const MIXED: readonly VectorRow[] = [
  mix('v_fma_mix_f32', everyMix(0x20), 'single', fusedMultiplyAdd),
  mix('v_fma_mixlo_f16', everyMix(0x21), 'low', fusedToHalf),
  mix('v_fma_mixhi_f16', everyMix(0x22), 'high', fusedToHalf),
  mix('v_mad_mix_f32', onGfx9(0x20), 'single', (a, b, c) => Math.fround(a * b) + c),
  mix('v_mad_mixlo_f16', onGfx9(0x21), 'low', unfusedToHalf),
  mix('v_mad_mixhi_f16', onGfx9(0x22), 'high', unfusedToHalf),
];

/** Packed and mixed-precision operations. */
export const VOP3P_ROWS: readonly VectorRow[] = MIXED;
