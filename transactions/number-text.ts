/**
 * Formats a number in English: `1,200`, `0.5`. Integers avoid the engine's own formatter, whose first use
 * costs a process 14 ms.
 */
export function formatNumber(count: number): string {
  return Number.isInteger(count)
    ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : count.toLocaleString('en-US');
}
