/**
 * Formats a difference with its sign and `digits` decimal places: `+0.42`, `-0.10`, or `0.00` if it is too
 * small to show.
 */
export function formatSignedNumber(difference: number, digits: number): string {
  const text = difference.toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return difference > 0 ? `+${text}` : text;
}
