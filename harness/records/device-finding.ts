/**
 * Stands in for a rule if the device under test broke its own invariants. As evidence, it ranks below any rule.
 */
export const DEVICE = 'DEVICE';

/** An invariant that every correct device keeps and that the device under test broke. */
export interface DeviceFinding {
  /** The invariant, or why the device could not continue, in one line. */
  readonly claim: string;
  /** The unit that asserts it, such as `spi`; `device` if several units share it; `design` if a design misbehaved. */
  readonly unit: string;
  /** The module that asserts it, such as `spi/exit-tracker`; absent if there is none. */
  readonly module?: string;
  /** The cycle in which it was first broken. */
  readonly cycle: number;
  /** How many times it was broken. */
  readonly times: number;
  /** Present if the device could not continue afterwards. */
  readonly ended?: true;
  /** The bucket for a design that misbehaved; otherwise absent, and the bucket is named after the unit. */
  readonly signature?: string;
}

/** Lists a test's device findings in the form of rules with their units, for grouping failures. */
export function listDeviceErrors([first]: readonly DeviceFinding[] = []): readonly string[] {
  return first === undefined ? [] : [`${DEVICE} ${first.unit}`];
}

/**
 * Formats a finding, for example `DEVICE spi at cycle 812: only a value in flight can arrive (spi/exit-tracker, 3
 * times)`.
 */
export function formatDeviceFinding({ claim, unit, module, cycle, times, ended }: DeviceFinding): string {
  const notes = [...(module === undefined ? [] : [module]), ...(times > 1 ? [`${times} times`] : [])];
  const details = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${DEVICE} ${unit} at cycle ${cycle}: ${claim}${details}${ended === true ? '; the run ended there' : ''}`;
}
