import { Option } from 'commander';
import { UsageError } from '../transactions/index.js';

/** Documented options that this version does not have: parsed, so that their error is clear, and kept out of the help. */
export function absentOptions(flags: readonly string[]): readonly Option[] {
  return flags.map((flag) => new Option(flag).hideHelp());
}

/** Throws `UsageError` when such an option was given. */
export function refuseAbsent(command: string, absent: readonly Option[], values: object): void {
  const given = absent.find((option) => Object.hasOwn(values, option.attributeName()));
  if (given !== undefined) {
    throw new UsageError(
      `Option ${given.long} of ${command} is not in this version; see "${command} --help"`,
    );
  }
}
