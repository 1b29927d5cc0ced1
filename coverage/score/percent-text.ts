/** Formats a rounded percentage with its percent sign. Anything below 100 never shows as 100%. */
export function formatPercentage(percent: number, digits = 1): string {
  return `${roundPercent(percent, digits).toFixed(digits)}%`;
}

/** Rounds a percentage for documents, but never rounds one below 100 up to 100. */
export function roundPercent(percent: number, digits: number): number {
  const max = percent < 100 ? 100 - 10 ** -digits : percent;
  return Number(Math.min(percent, max).toFixed(digits));
}

/** Formats a percentage that missed a goal, rounded down so that it never shows as the goal. */
export function formatMissedPercent(percent: number): string {
  return `${(Math.floor(100 * percent) / 100).toFixed(2)}%`;
}
