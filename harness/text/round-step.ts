/** Axis steps, relative to a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * Returns the smallest step that is at least `min` and is 1, 2 or 5 times a power of ten. If `isInteger` is true, the
 * step is at least 1.
 */
export function getRoundStep(min: number, isInteger: boolean): number {
  const power = 10 ** Math.floor(Math.log10(min));
  const step =
    STEPS.map((factor) => factor * power).find((candidate) => candidate >= min * 0.999) ?? 10 * power;
  return isInteger ? Math.max(1, step) : step;
}
