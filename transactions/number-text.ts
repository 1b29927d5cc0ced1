/** A number in English: `1,200`, `0.5`. The engine's formats cost a process 14 ms at first use, so integers need none. */
export function numberText(count: number): string {
  return Number.isInteger(count)
    ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : count.toLocaleString('en-US');
}
