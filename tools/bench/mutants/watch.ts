import { groupBy } from '../../../arch/index.js';
import { type Wrapper, wrapRanges } from './instrument.js';
import { findMutants, type ModelMutant } from './mutants.js';
import { OPERATORS } from './operators.js';

/** Bit flags for the values that a condition has taken. */
export const SEEN = { true: 1, present: 1, false: 2, equal: 4 } as const;

/** The operators whose mutants differ from the original only for one value of a condition, with that value. */
const CONDITION_OPERATORS = OPERATORS.filter(({ shows }) => shows !== undefined);
const SHOWN = new Map(CONDITION_OPERATORS.map(({ name, shows }) => [name, shows!]));

/**
 * A condition in a module: a comparison, an innermost operand of a test, of `!`, `&&` or `||`, or the object of `?.`.
 */
export interface Condition {
  /** The module, as a path relative to `rtl-model` without the extension. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /**
   * The source lines around the condition, with the condition marked. Together with the file, this identifies
   * the condition even if lines move.
   */
  readonly text: string;
  /** The values that tests must show. */
  readonly shows: readonly (keyof typeof SEEN)[];
  /** The operator and its offset. Present only for comparisons of two numbers that can be equal. */
  readonly bound?: { readonly operator: string; readonly offset: number };
}

/** Returns the conditions of a compiled module in source order, from the mutants that replace their values. */
export function findConditions(file: string, source: string): readonly Condition[] {
  const mutants = findMutants(file, source, CONDITION_OPERATORS);
  const mutantsByRange = groupBy(
    mutants.filter(({ runsOnLoad, isTie }) => !runsOnLoad && !isTie),
    ({ target }) => `${target.start} ${target.end}`,
  );
  const occurrences = new Map<string, number>();
  return [...mutantsByRange.values()]
    .map((rangeMutants) => createCondition(source, rangeMutants))
    .filter(({ shows }) => shows.some((value) => value !== 'equal'))
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((condition) => {
      const { text } = condition;
      const count = (occurrences.get(text) ?? 0) + 1;
      occurrences.set(text, count);
      return count === 1 ? condition : { ...condition, text: `${text} (${count})` };
    });
}

/** The order in which missing values are listed. */
const VALUES = ['true', 'false', 'equal', 'present'] as const;

function createCondition(source: string, mutants: readonly ModelMutant[]): Condition {
  const { file, target } = mutants[0]!;
  const find = (value: (typeof VALUES)[number]): ModelMutant | undefined =>
    mutants.find(({ operator }) => SHOWN.get(operator) === value);
  const bound = find('equal');
  return {
    file,
    start: target.start,
    end: target.end,
    text: markLine(source, target),
    shows: VALUES.filter((value) => find(value) !== undefined),
    ...(bound === undefined
      ? {}
      : { bound: { operator: source.slice(bound.start, bound.end), offset: bound.start } }),
  };
}

/** Returns the lines that contain a condition, with the condition marked. */
function markLine(source: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const marked = `${source.slice(from, start)}⟦${source.slice(start, end)}⟧${source.slice(end, to)}`;
  return marked.replace(/\s+/g, ' ').trim();
}

/** Names of the global functions that instrumented modules call. */
const PROBE = { TRUTH: 'sawTruth', PRESENCE: 'sawPresence', FIELD: 'sawField' } as const;

/** Comparison functions, by operator. */
const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};
/** Names of the probes that replace comparisons, by operator. */
const COMPARE_NAMES: Readonly<Record<string, string>> = {
  '<': 'sawLess',
  '<=': 'sawAtMost',
  '>': 'sawGreater',
  '>=': 'sawAtLeast',
};

/**
 * Records the values that conditions take in an instrumented copy of the model, and the register field bits that
 * the model reads.
 */
export class Watch {
  /** `SEEN` flags, indexed by condition. */
  readonly seen: Uint8Array;
  /** For each field, the bits that have been read as one and those that have been read as zero. */
  readonly fields = new Map<string, { ones: number; zeros: number }>();

  constructor(private readonly conditions: readonly Condition[]) {
    const seen = new Uint8Array(conditions.length);
    this.seen = seen;
    const record = (index: number, isTrue: boolean): void => {
      seen[index]! |= isTrue ? SEEN.true : SEEN.false;
    };
    const probes: Record<string, unknown> = {
      [PROBE.TRUTH]: (index: number, value: unknown) => {
        record(index, Boolean(value));
        return value;
      },
      [PROBE.PRESENCE]: (index: number, value: unknown) => {
        record(index, value !== undefined && value !== null);
        return value;
      },
      [PROBE.FIELD]: (name: string, value: number | undefined) => {
        if (value !== undefined) this.recordField(name, value);
        return value;
      },
    };
    for (const [operator, compare] of Object.entries(COMPARE))
      probes[COMPARE_NAMES[operator]!] = (index: number, left: number, right: number) => {
        const isTrue = compare(left, right);
        record(index, isTrue);
        if (left === right) seen[index]! |= SEEN.equal;
        return isTrue;
      };
    Object.assign(globalThis, probes);
  }

  private recordField(name: string, value: number): void {
    const bits = this.fields.get(name) ?? { ones: 0, zeros: 0 };
    bits.ones |= value;
    bits.zeros |= ~value;
    this.fields.set(name, bits);
  }

  /** Returns the source of a model module with every condition wrapped in a probe. */
  instrument(file: string, source: string): string {
    const inFile = [...this.conditions.entries()].filter(([, condition]) => condition.file === file);
    return wrapRanges(
      source,
      inFile.map(([index, condition]) => wrapInProbe(index, condition)),
    );
  }
}

/** Adds a probe to the source of `findRegisterField` that records each value it returns. */
export function instrumentRegisterFields(source: string): string {
  const declaration = 'export function findRegisterField(';
  if (!source.includes(declaration)) throw new Error('Expected the module to define findRegisterField');
  return `${source.replace(declaration, 'function originalRegisterField(')}
export function findRegisterField(gfx, registers, name) {
  return ${PROBE.FIELD}(name, originalRegisterField(gfx, registers, name));
}`;
}

/** Wraps a condition in a probe. If the condition has a `bound`, the probe receives both operands. */
function wrapInProbe(index: number, { start, end, shows, bound }: Condition): Wrapper {
  const unbounded = shows.includes('present') ? PROBE.PRESENCE : PROBE.TRUTH;
  const probe = bound === undefined ? unbounded : COMPARE_NAMES[bound.operator]!;
  const range = { start, end, before: `${probe}(${index}, `, after: ')' };
  if (bound === undefined) return range;
  const { offset, operator } = bound;
  return { ...range, inner: { start: offset, end: offset + operator.length, text: ',' } };
}
