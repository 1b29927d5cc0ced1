/** Axis steps within a power of ten. */
const STEPS = [1, 2, 5, 10];

/** The smallest step of 1, 2 or 5 times a power of ten that is at least this; `whole` excludes fractions, for counts. */
export function roundStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    STEPS.map((factor) => factor * power).find((candidate) => candidate >= least * 0.999) ?? 10 * power;
  return whole ? Math.max(1, step) : step;
}
