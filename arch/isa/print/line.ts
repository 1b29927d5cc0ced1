import type { RawInstruction } from '../decode/raw.js';
import { formatScopeAndHint } from '../scope.js';

/** The printed operands and modifiers of an instruction. */
export type OperandsAndModifiers = [operands: string[], modifiers: string[]];

/** Joins a mnemonic, comma-separated operands and space-separated modifiers into a line. */
export function formatLine(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[] = [],
): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}

/** Prints the cache bits in LLVM's order, or the scope and hint for formats that have them. */
export function printCacheBits({ row, fields }: RawInstruction): string[] {
  if (fields.scope !== undefined)
    return formatScopeAndHint(row.family === 'memory' ? row.access : 'load', fields);
  return ['glc', 'slc', 'dlc'].filter((name) => fields[name]);
}
