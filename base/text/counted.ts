/** A formatted integer: `1,200`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: `1 bin`, `2 bins`, `1,200 passing tests`. `many` is the plural, if not the noun with an s. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : many}`;
}
