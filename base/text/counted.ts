import { numberText } from '../../transactions/index.js';

export { numberText };

/**
 * Formats a number with its noun: `1 bin`, `2 bins`, `1,200 passing tests`. `many` is the plural if it is not
 * the noun with an s.
 */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : many}`;
}
