/**
 * Maximum number of consecutive similar steps to show in full. Only the first and last steps of a longer series are
 * shown.
 */
const MAX_SIMILAR_STEPS = 8;
const LEADING_STEPS = 4;
const TRAILING_STEPS = 2;

/**
 * Formats a witness as numbered lines. In a long series of steps that differ only in numbers, the middle is replaced by
 * a line such as `… 46 more like this`.
 *
 * @param formatStep formats a step, given its number, counted from 1
 */
export function foldSteps(
  steps: readonly string[],
  formatStep: (step: string, number: number) => string,
): readonly string[] {
  const lines: string[] = [];
  for (let start = 0, end = 0; start < steps.length; start = end) {
    while (end < steps.length && maskNumbers(steps[end]!) === maskNumbers(steps[start]!)) end++;
    const hiddenCount = end - start > MAX_SIMILAR_STEPS ? end - start - LEADING_STEPS - TRAILING_STEPS : 0;
    for (let index = start; index < end; index++)
      if (hiddenCount === 0 || index < start + LEADING_STEPS || index >= end - TRAILING_STEPS)
        lines.push(formatStep(steps[index]!, index + 1));
      else if (index === start + LEADING_STEPS) lines.push(`           … ${hiddenCount} more like this`);
  }
  return lines;
}

function maskNumbers(step: string): string {
  return step.replace(/\b(?:0x[0-9a-f]+|\d+)\b/g, '#');
}
