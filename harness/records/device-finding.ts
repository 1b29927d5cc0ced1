/** Used in place of a rule if the device under test violated its own invariants. It is weaker evidence than a rule. */
export const DEVICE = 'DEVICE';

/** A violation, by the device under test, of an invariant that every correct device maintains. */
export interface DeviceFinding {
  /** One line: the invariant violated, or why the device could not continue. */
  readonly claim: string;
  /** The unit that asserts it, such as `spi`; `device` if several do; `design` if an external design misbehaved. */
  readonly unit: string;
  /** The module that asserts it, such as `spi/exit-tracker`; absent if there is none. */
  readonly module?: string;
  /** The cycle in which it was first violated. */
  readonly cycle: number;
  /** How many times it was violated. */
  readonly times: number;
  /** Present if the device could not continue afterwards. */
  readonly ended?: true;
  /** The bucket for an external design that misbehaved; otherwise absent, and the bucket is named after the unit. */
  readonly signature?: string;
}

/** Returns a test's first device finding as rule and unit (`DEVICE spi`), to group failures; empty if there is none. */
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
