import { z } from 'zod';
import { HELD_FIELDS, safeParse, type TraceFieldType, UsageError } from '../../transactions/index.js';
import { unknownName } from '../basics/nearest-name.js';
import { indexSets } from './index-sets.js';
import type { Evaluate, Sample } from './sample.js';
import type { ExpressionText } from './signal-map.js';

/** Makes the value of a field. Throws `UsageError` if the signals do not give it. */
export type MakeField = (sample: Sample, lanes: () => Iterable<Sample | undefined>) => unknown;

/** Reads expressions, for records that stand for each index of a list. */
export type Reading = {
  readonly expression: (text: ExpressionText) => Evaluate;
  readonly withIndices: (indices: ReadonlyMap<string, number>) => Reading;
};

/** Value of an inactive lane. */
const ABSENT = -1;

const chosen = z.strictObject({
  value: z.union([z.string(), z.number()]),
  as: z.union([z.array(z.string()), z.record(z.string(), z.string())]),
});
const perLane = z.strictObject({ lanes: z.union([z.string(), z.number()]) });
const split = z.strictObject({
  split: z.string(),
  width: z.number().int().min(1).max(32),
  count: z.number().int().min(1),
});
const each = z.looseObject({
  for: z.record(z.string(), z.number().int().min(1)).optional(),
  when: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

/** How a field of this type is made from what a map says of it. Throws `UsageError` that says what would be right. */
export function fieldMaker(type: TraceFieldType, template: unknown, reading: Reading): MakeField {
  if (Array.isArray(type)) return choiceMaker(type as readonly string[], template, reading);
  switch (type as Exclude<TraceFieldType, readonly string[]>) {
    case 'integer':
      return numberMaker(template, reading);
    case 'flag': {
      const make = numberMaker(template, reading);
      return (sample) => make(sample) !== 0;
    }
    case 'text':
      if (typeof template !== 'string') throw new UsageError('expected a text');
      return () => template;
    case 'holds':
      return holdsMaker(template, reading);
    case 'waiting':
      return waitingMaker(template, reading);
    default:
      return columnMaker(template, reading);
  }
}

/** The value of an expression; one with unknown bits is an error. */
export function numberMaker(template: unknown, reading: Reading): (sample: Sample) => number {
  if (typeof template !== 'string' && typeof template !== 'number' && typeof template !== 'boolean')
    throw new UsageError('expected an expression');
  const evaluate = reading.expression(template);
  return (sample) => {
    const value = evaluate(sample, 0);
    if (value === undefined) throw new UsageError(`"${template}" has unknown bits (x or z)`);
    return value;
  };
}

function choiceMaker(choices: readonly string[], template: unknown, reading: Reading): MakeField {
  const checked = (text: string): string => {
    if (choices.includes(text)) return text;
    throw unknownName('value', text, choices);
  };
  if (typeof template === 'string') {
    const text = checked(template);
    return () => text;
  }
  const parsed = safeParse(chosen, template);
  if (!parsed.success)
    throw new UsageError(
      `expected one of ${choices.join(', ')}, or {value: EXPRESSION, as: [text of 0, text of 1, …]}`,
    );
  const { value, as } = parsed.data;
  const texts = new Map(Object.entries(as).map(([number, text]) => [Number(number), checked(text)]));
  const make = numberMaker(value, reading);
  return (sample) => {
    const found = make(sample);
    const text = texts.get(found);
    if (text === undefined) throw new UsageError(`${value} is ${found}, which "as" has no text for`);
    return text;
  };
}

function columnMaker(template: unknown, reading: Reading): MakeField {
  if (Array.isArray(template)) {
    const makers = template.flatMap((item) => columnItems(item, reading));
    return (sample) => makers.flatMap((make) => make(sample));
  }
  const lanes = safeParse(perLane, template);
  if (lanes.success) {
    const make = numberMaker(lanes.data.lanes, reading);
    return (_, covered) => Array.from(covered(), (lane) => (lane === undefined ? ABSENT : make(lane)));
  }
  const parts = safeParse(split, template);
  if (!parts.success)
    throw new UsageError(`expected a list, {lanes: EXPRESSION} or {split: SIGNAL, width: BITS, count: N}`);
  const { split: signal, width, count } = parts.data;
  const makers = Array.from({ length: count }, (_, at) =>
    numberMaker(`${signal}[${at * width} +: ${width}]`, reading),
  );
  return (sample) => makers.map((make) => make(sample));
}

/** One number of a column, or one for each index of `for`. */
function columnItems(item: unknown, reading: Reading): ((sample: Sample) => number[])[] {
  if (typeof item !== 'object') {
    const make = numberMaker(item, reading);
    return [(sample) => [make(sample)]];
  }
  return eachOf(item, reading, ({ value }, inner) => numberMaker(value, inner));
}

function holdsMaker(template: unknown, reading: Reading): MakeField {
  if (typeof template !== 'object' || template === null)
    throw new UsageError('expected an object of expressions');
  const given = Object.keys(template).find((name) => !HELD_FIELDS.includes(name));
  if (given !== undefined) throw unknownName('field', given, HELD_FIELDS);
  const fields = template as Readonly<Record<string, unknown>>;
  const makers = HELD_FIELDS.map(
    (name) => [name, numberMaker(fields[name] ?? (name === 'scratchSlot' ? -1 : 0), reading)] as const,
  );
  return (sample) => Object.fromEntries(makers.map(([name, make]) => [name, make(sample)]));
}

/** What waits: `unit`, `on` and other texts as they are, all else by expressions. */
function waitingMaker(template: unknown, reading: Reading): MakeField {
  if (!Array.isArray(template)) throw new UsageError('expected a list of what waits');
  const makers = template.flatMap((item) =>
    eachOf(item, reading, ({ unit, index, pc = -1, cause }, inner) => {
      const place = numberMaker(index, inner);
      const at = numberMaker(pc, inner);
      const why = causeMaker(cause, inner);
      return (sample) => ({ unit, index: place(sample), pc: at(sample), cause: why(sample) });
    }),
  );
  return (sample) => makers.flatMap((make) => make(sample));
}

const CAUSE_TEXTS: readonly string[] = ['on', 'counter', 'resource', 'reason', 'why'];

function causeMaker(template: unknown, reading: Reading): (sample: Sample) => unknown {
  if (typeof template !== 'object' || template === null)
    throw new UsageError('cause: expected an object with "on"');
  const makers = Object.entries(template).map(([name, value]) => {
    if (CAUSE_TEXTS.includes(name)) return [name, (): unknown => value] as const;
    return [name, numberMaker(value, reading)] as const;
  });
  return (sample) => Object.fromEntries(makers.map(([name, make]) => [name, make(sample)]));
}

/** What is made for each index of an item's `for`, while its `when` holds. */
function eachOf<T>(
  item: unknown,
  reading: Reading,
  maker: (rest: Readonly<Record<string, unknown>>, inner: Reading) => (sample: Sample) => T,
): ((sample: Sample) => T[])[] {
  const parsed = safeParse(each, item);
  if (!parsed.success) throw new UsageError('expected an expression, or an object with a value and "for"');
  const { for: ranges, when = true, ...rest } = parsed.data;
  return indexSets(ranges).map((indices) => {
    const inner = reading.withIndices(indices);
    const condition = inner.expression(when);
    const make = maker(rest, inner);
    return (sample) => ((condition(sample, 0) ?? 0) === 0 ? [] : [make(sample)]);
  });
}
