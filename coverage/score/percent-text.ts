/** Rounds a percentage and formats it with a percent sign. A value below 100 is never shown as 100%. */
export function formatPercentage(percent: number, digits = 1): string {
  return `${roundPercent(percent, digits).toFixed(digits)}%`;
}

/** Rounds a percentage for output, but never rounds a value below 100 up to 100. */
export function roundPercent(percent: number, digits: number): number {
  const max = percent < 100 ? 100 - 10 ** -digits : percent;
  return Number(Math.min(percent, max).toFixed(digits));
}

/** Formats a percentage that falls short of a goal, rounding down so that it never appears to meet the goal. */
export function formatMissedPercent(percent: number): string {
  return `${(Math.floor(100 * percent) / 100).toFixed(2)}%`;
}
