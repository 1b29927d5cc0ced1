/** Replaces a rule if a deliberately broken device broke its own invariants: evidence that ranks below every rule. */
export const DEVICE = 'DEVICE';

/** An invariant of every correct device, broken by a deliberately broken one. */
export interface DeviceFinding {
  /** The invariant in one line, or why the device could not continue. */
  readonly claim: string;
  /** Unit whose model asserts it, such as `spi`; `device` if shared by several units, `design` for the actions of a design. */
  readonly unit: string;
  /** Module that asserts it, such as `spi/exit-tracker`; absent if none. */
  readonly module?: string;
  /** Cycle in which it first broke, and how many times it broke. */
  readonly cycle: number;
  readonly times: number;
  /** Present if the device could not continue after it broke. */
  readonly ended?: true;
  /** Bucket of a design's action; absent if the unit names it. */
  readonly signature?: string;
}

/** What represents a test's device findings when failures are grouped, next to rules with their units. */
export function deviceErrors([first]: readonly DeviceFinding[] = []): readonly string[] {
  return first === undefined ? [] : [`${DEVICE} ${first.unit}`];
}

/** A finding in one line: `DEVICE spi at cycle 812: an arriving value was sent (spi/exit-tracker, 3 times)`. */
export function deviceLine({ claim, unit, module, cycle, times, ended }: DeviceFinding): string {
  const where = [...(module === undefined ? [] : [module]), ...(times > 1 ? [`${times} times`] : [])];
  const more = where.length === 0 ? '' : ` (${where.join(', ')})`;
  return `${DEVICE} ${unit} at cycle ${cycle}: ${claim}${more}${ended === true ? '; the run ended there' : ''}`;
}
