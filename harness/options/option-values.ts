import { CHIP_NAMES, lookup } from '../../arch/index.js';
import {
  FAULTS,
  type FaultId,
  findFault,
  getRuleText,
  listRuleIds,
  type RuleId,
  UsageError,
} from '../../transactions/index.js';
import { makeUnknownNameError, parseKnobSettings, RANGES } from '../basics/index.js';
import { readChipName } from '../programs/chip-names.js';
import type { Shard } from '../selection/plan.js';
import type { Overrides } from '../selection/selection.js';

/**
 * The environment variable that holds the queue's address. It is safer than `--queue`, since other users can see
 * command-line arguments.
 */
export const QUEUE_VARIABLE = 'POPS_TB_QUEUE';

const UNIT_MS: Readonly<Record<string, number>> = lookup({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 });

/** Makes a parser for a gate of the form `NAME=PERCENT` that returns the percentage or throws `UsageError`. */
export function makeGateParser(name: string): (text: string) => number {
  return (text) => {
    const match = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text);
    const percent = Number(match?.[2]);
    if (match?.[1] !== name || percent > 100) {
      throw new UsageError(
        `Invalid --gate "${text}": expected ${name}=PERCENT with a percentage from 0 to 100, like ${name}=90`,
      );
    }
    return percent;
  };
}

/** The default for `--until`: the minimum gain expected from another hour, as a percentage of the bins. */
const MIN_GAIN_PERCENT = 0.1;

/** Parses `saturated=PERCENT` and returns the percentage, by default 0.1. Throws `UsageError` for any other text. */
export function parseUntil(text: string): number {
  const match = /^saturated(?:=(\d+(?:\.\d+)?))?$/.exec(text);
  const percent = Number(match?.[1] ?? MIN_GAIN_PERCENT);
  if (match === null || percent === 0 || percent > 100)
    throw new UsageError(
      `Invalid --until "${text}": expected saturated, or saturated=PERCENT above 0 and at most 100, like saturated=0.5. The run ends when another hour would add less than that percentage of the bins`,
    );
  return percent;
}

/** Makes a parser that converts durations like `90s`, `10m`, `1.5h` or `500ms` to milliseconds. */
export function makeDurationParser(option: string, allowZero = false): (text: string) => number {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
    const value = match === null ? -1 : Number(match[1]) * UNIT_MS[match[2]!]!;
    const { min, max } = RANGES.ms;
    if ((value >= min && value <= max) || (value === 0 && allowZero)) return Math.round(value);
    throw new UsageError(
      `Invalid ${option} "${text}": expected a time like 90s, 10m or 1h, from ${allowZero ? 0 : min} ms to ${max / UNIT_MS.h!} h`,
    );
  };
}

/** Parses a shard of the form `2/4`. */
export function parseShard(text: string): Shard {
  const [index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) {
    throw new UsageError(`Invalid --shard "${text}": expected i/n with 1 <= i <= n, like 2/4`);
  }
  return { index, count };
}

/** Makes a parser that collects the values of a repeatable option, which may also be separated by commas. */
export function makeListParser(
  option: string,
): (text: string, previous?: readonly string[]) => readonly string[] {
  return (text, previous = []) => {
    const values = text.split(',').filter((value) => value !== '');
    // An empty list would be treated as a missing option and change what the command does.
    if (values.length === 0) {
      throw new UsageError(`Invalid ${option} "${text}": expected comma-separated values`);
    }
    return [...previous, ...values];
  };
}

/** Collects the values of a repeatable option, one per occurrence. */
export function collectRepeated(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Joins the patterns of a repeatable option with commas. */
export function joinGlobs(text: string, previous?: string): string {
  return previous === undefined ? text : `${previous},${text}`;
}

/** The `--chip` value that selects all chips. */
const ALL_CHIPS = 'all';

/** The unparsed options that override settings in every test. */
export interface OverrideStrings {
  readonly chip?: readonly string[];
  readonly set?: readonly string[];
  readonly fault?: readonly string[];
}

/** Parses a command's overrides. Throws `UsageError` for unknown chips, knobs and faults. */
export function readOverrides({ chip = [], set = [], fault = [] }: OverrideStrings): Overrides {
  return {
    chips: [...new Set(chip.flatMap((text) => (text === ALL_CHIPS ? CHIP_NAMES : [readChipName(text)])))],
    knobs: parseKnobSettings(set),
    faults: [...new Set(fault.map(readFault))],
  };
}

/** Whether `--fault none` asks for a test or a run without the faults that it was stored with. */
export function isNoFault(fault: OverrideStrings['fault']): boolean {
  return fault?.length === 1 && fault[0] === 'none';
}

/** Parses the overrides of a command that takes stored tests: `--fault none` removes their faults. */
export function readStoredOverrides(values: OverrideStrings): Overrides {
  if (!isNoFault(values.fault)) return readOverrides(values);
  return { ...readOverrides({ ...values, fault: [] }), withoutFaults: true };
}

/** Validates a rule id. Throws `UsageError` if there is no such rule. */
export function readRule(text: string): RuleId {
  if (getRuleText(text) !== undefined) return text as RuleId;
  throw makeUnknownNameError('rule', text, listRuleIds());
}

function readFault(text: string): FaultId {
  if (findFault(text) === undefined)
    throw makeUnknownNameError(
      'fault',
      text,
      FAULTS.map(({ id }) => id),
    );
  return text as FaultId;
}
