/**
 * Stands in for a rule if a device on trial broke its own invariants. As evidence, it ranks below any rule.
 */
export const DEVICE = 'DEVICE';

/** An invariant that every correct device keeps and that a device on trial broke. */
export interface DeviceFinding {
  /** The invariant, or why the device could not continue, in one line. */
  readonly claim: string;
  /** The unit that asserts it, such as `spi`; `device` if several units share it; `design` if a design misbehaved. */
  readonly unit: string;
  /** The module that asserts it, such as `spi/exit-tracker`; absent if there is none. */
  readonly module?: string;
  /** The cycle in which it first broke. */
  readonly cycle: number;
  /** How many times it broke. */
  readonly times: number;
  /** Present if the device could not continue after it broke. */
  readonly ended?: true;
  /** The bucket for a design that misbehaved; otherwise absent, and the bucket is named after the unit. */
  readonly signature?: string;
}

/** How a test's device findings appear, among rules with their units, when failures are grouped. */
export function listDeviceErrors([first]: readonly DeviceFinding[] = []): readonly string[] {
  return first === undefined ? [] : [`${DEVICE} ${first.unit}`];
}

/**
 * Formats a finding, for example `DEVICE spi at cycle 812: only a value in flight can arrive (spi/exit-tracker, 3
 * times)`.
 */
export function formatDeviceFinding({ claim, unit, module, cycle, times, ended }: DeviceFinding): string {
  const where = [...(module === undefined ? [] : [module]), ...(times > 1 ? [`${times} times`] : [])];
  const details = where.length === 0 ? '' : ` (${where.join(', ')})`;
  return `${DEVICE} ${unit} at cycle ${cycle}: ${claim}${details}${ended === true ? '; the run ended there' : ''}`;
}
