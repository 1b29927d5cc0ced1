/** Stands for a rule where a device that is broken on purpose broke its own invariants: evidence that ranks below every rule. */
export const DEVICE = 'DEVICE';

/** Something that holds in every correct device and that a device broken on purpose broke. */
export interface DeviceFinding {
  /** The invariant in one line, or why the device could not go on. */
  readonly claim: string;
  /** Unit whose model asserts it, such as `spi`; `device` for what several units share, `design` for what a design in its place did. */
  readonly unit: string;
  /** Module that asserts it, such as `spi/exit-tracker`; absent where none does. */
  readonly module?: string;
  /** Cycle in which it broke first, and how many times it broke. */
  readonly cycle: number;
  readonly times: number;
  /** The device could not go on after it. */
  readonly ended?: true;
  /** Bucket of what a design did; absent where the unit names it. */
  readonly signature?: string;
}

/** What stands for the findings of a test where failures are grouped, beside rules with their units. */
export function deviceErrors([first]: readonly DeviceFinding[] = []): readonly string[] {
  return first === undefined ? [] : [`${DEVICE} ${first.unit}`];
}

/** A finding in a line: `DEVICE spi at cycle 812: what arrives was sent (spi/exit-tracker, 3 times)`. */
export function deviceLine({ claim, unit, module, cycle, times, ended }: DeviceFinding): string {
  const where = [...(module === undefined ? [] : [module]), ...(times > 1 ? [`${times} times`] : [])];
  const more = where.length === 0 ? '' : ` (${where.join(', ')})`;
  return `${DEVICE} ${unit} at cycle ${cycle}: ${claim}${more}${ended === true ? '; the run ended there' : ''}`;
}
