import type { RawInstruction } from '../decode/raw.js';
import { reachText } from '../reach.js';

/** Operands and modifiers. */
export type Texts = [operands: string[], modifiers: string[]];

/** Mnemonic, operands separated by commas, modifiers separated by spaces. */
export function line(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[] = [],
): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}

/** Cache bits in LLVM's order, or scope and hint in formats that have them. */
export function cacheBits({ row, fields }: RawInstruction): string[] {
  if (fields.scope !== undefined) return reachText(row.family === 'memory' ? row.access : 'load', fields);
  return ['glc', 'slc', 'dlc'].filter((name) => fields[name]);
}
