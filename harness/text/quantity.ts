import { formatNumber } from '../../transactions/index.js';

export { formatNumber };

/**
 * Formats a number with its noun: `1 bin`, `2 bins`, `1,200 passing tests`. Pass `plural` if adding an s is not enough.
 */
export function formatQuantity(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}
