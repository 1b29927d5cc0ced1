import type { RawInstruction } from '../decode/raw.js';

/** Operands and modifiers. */
export type Texts = [operands: string[], modifiers: string[]];

/** Mnemonic, operands separated by commas, modifiers separated by blanks. */
export function line(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[] = [],
): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}

/** Cache bits in LLVM's order. */
export function cacheBits(raw: RawInstruction): string[] {
  return ['glc', 'slc', 'dlc'].filter((name) => raw.fields[name]);
}
