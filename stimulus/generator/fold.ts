import type { Fold } from '../../transactions/index.js';
import type { Emission } from './emission.js';

type FoldEmitter = (add: string, to: string, from: string, value: string) => string;

/** The code for each fold. Folds are not commutative, so the result reveals the order of the values. */
const FOLD_EMITTERS: Readonly<Record<Fold, FoldEmitter>> = {
  multiply: (add, to, from, value) => `
  v_mul_lo_u32 ${to}, ${from}, 31
  ${add} ${to}, ${value}, ${to}`,
  'multiply-24': (_add, to, from, value) => `
  v_mad_u32_u24 ${to}, ${from}, 31, ${value}`,
  rotate: (_add, to, from, value) => `
  v_alignbit_b32 ${to}, ${from}, ${from}, 27
  v_xor_b32_e32 ${to}, ${value}, ${to}`,
};

/** Emits code that folds `value` into `from` and puts the result into `to`. */
export function emitFold({ descriptor, dialect }: Emission, to: string, from: string, value: string): string {
  return FOLD_EMITTERS[descriptor.fold](dialect.add, to, from, value);
}
