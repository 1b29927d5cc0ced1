/** Maximum number of consecutive steps of one kind shown in full; a longer series shows only its first and last steps. */
const SERIES_MAX = 8;
const FIRST = 4;
const LAST = 2;

/**
 * A witness as numbered lines. A long series of steps that differ only in numbers is shortened: `… 46 more like it`.
 *
 * @param line a step as a line, by its number from 1
 */
export function foldedSteps(
  steps: readonly string[],
  line: (step: string, number: number) => string,
): readonly string[] {
  const lines: string[] = [];
  for (let start = 0, end = 0; start < steps.length; start = end) {
    while (end < steps.length && kindOf(steps[end]!) === kindOf(steps[start]!)) end++;
    const hidden = end - start > SERIES_MAX ? end - start - FIRST - LAST : 0;
    for (let at = start; at < end; at++)
      if (hidden === 0 || at < start + FIRST || at >= end - LAST) lines.push(line(steps[at]!, at + 1));
      else if (at === start + FIRST) lines.push(`           … ${hidden} more like it`);
  }
  return lines;
}

function kindOf(step: string): string {
  return step.replace(/\b(?:0x[0-9a-f]+|\d+)\b/g, '#');
}
