/** Mnemonic, operands separated by commas, modifiers separated by blanks. */
export function line(
  mnemonic: string,
  operands: readonly string[],
  modifiers: readonly string[] = [],
): string {
  const text = operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(', ')}`;
  return [text, ...modifiers].join(' ');
}
