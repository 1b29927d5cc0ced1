/**
 * Maximum number of consecutive similar steps to show in full. Only the first and last steps of a longer series are
 * shown.
 */
const MAX_SERIES = 8;
const FIRST = 4;
const LAST = 2;

/**
 * Formats a witness as numbered lines. The middle of a long series of steps that differ only in numbers is elided to a
 * line such as `… 46 more like it`.
 *
 * @param line formats a step, given its number, counted from 1
 */
export function foldedSteps(
  steps: readonly string[],
  line: (step: string, number: number) => string,
): readonly string[] {
  const lines: string[] = [];
  for (let start = 0, end = 0; start < steps.length; start = end) {
    while (end < steps.length && maskNumbers(steps[end]!) === maskNumbers(steps[start]!)) end++;
    const hidden = end - start > MAX_SERIES ? end - start - FIRST - LAST : 0;
    for (let index = start; index < end; index++)
      if (hidden === 0 || index < start + FIRST || index >= end - LAST)
        lines.push(line(steps[index]!, index + 1));
      else if (index === start + FIRST) lines.push(`           … ${hidden} more like it`);
  }
  return lines;
}

function maskNumbers(step: string): string {
  return step.replace(/\b(?:0x[0-9a-f]+|\d+)\b/g, '#');
}
