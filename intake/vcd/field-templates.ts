import { z } from 'zod';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { HELD_FIELDS, safeParse, type TraceFieldType, UsageError } from '../../transactions/index.js';
import { type ConditionText, condition as conditionTemplate, type ExpressionText } from './signal-map.js';
import type { Evaluate, Sample } from './signals.js';

/**
 * Computes a field's value. `lanes` yields a sample for each lane of the record's wave, or undefined for an inactive
 * lane. Throws `UsageError` if the signals do not provide the value.
 */
export type FieldMaker = (sample: Sample, lanes: () => Iterable<Sample | undefined>) => unknown;

/** Compiles the expressions and conditions in a map. Throws `UsageError` for signals that are not in the dump. */
export interface MapCompiler {
  readonly compileExpression: (text: ExpressionText) => Evaluate;
  readonly compileCondition: (text: ConditionText) => Evaluate;
  /** Reads `width` bits of a signal, starting at index `low`. */
  readonly readBits: (signal: string, low: number, width: number) => Evaluate;
}

/** The value of an inactive lane. */
const NO_VALUE = -1;

const functionSchema = z.custom<Exclude<ExpressionText, boolean>>((value) => typeof value === 'function');
const choiceTemplate = z.strictObject({
  value: z.union([z.string(), z.number(), functionSchema]),
  as: z.union([z.array(z.string()), z.record(z.string(), z.string())]),
});
const laneTemplate = z.strictObject({ lanes: z.union([z.string(), z.number(), functionSchema]) });
const waveTemplate = z.strictObject({
  id: z.union([z.string(), z.number(), functionSchema]),
  packer: z.union([z.string(), z.number(), functionSchema]).default(0),
});
const splitTemplate = z.strictObject({
  split: z.string(),
  width: z.number().int().min(1).max(32),
  count: z.number().int().min(1).max(65_536),
});
const waiterTemplate = z.looseObject({ when: conditionTemplate.optional() });

/** Compiles a template for a field of the given type. Throws a `UsageError` that describes the expected format. */
export function createFieldMaker(type: TraceFieldType, template: unknown, compiler: MapCompiler): FieldMaker {
  if (Array.isArray(type)) return createChoiceMaker(type as readonly string[], template, compiler);
  switch (type as Exclude<TraceFieldType, readonly string[]>) {
    case 'integer':
      return createNumberReader(template, compiler);
    case 'flag': {
      const make = createNumberReader(template, compiler);
      return (sample) => make(sample) !== 0;
    }
    case 'text':
      if (typeof template !== 'string') throw new UsageError('expected a string');
      return () => template;
    case 'holds':
      return createHoldsMaker(template, compiler);
    case 'waiting':
      return createWaitersMaker(template, compiler);
    default:
      return createColumnMaker(template, compiler);
  }
}

/**
 * Compiles a numeric expression; evaluation fails if any bit is unknown. The template may refer to a wave by id:
 * `{ id: 'formed_id' }`.
 */
export function createNumberReader(template: unknown, compiler: MapCompiler): (sample: Sample) => number {
  const wave = safeParse(waveTemplate, template);
  if (wave.success) {
    const id = compileKnownNumber(wave.data.id, compiler);
    const packer = compileKnownNumber(wave.data.packer, compiler);
    return (sample) => sample.wave(id(sample), packer(sample));
  }
  if (!isExpression(template))
    throw new UsageError('expected a number, the name of a signal, or a function in a module');
  return compileKnownNumber(template, compiler);
}

function compileKnownNumber(template: ExpressionText, compiler: MapCompiler): (sample: Sample) => number {
  const evaluate = compiler.compileExpression(template);
  const name = typeof template === 'function' ? "the function's result" : `"${template}"`;
  return (sample) => {
    const value = evaluate(sample);
    if (value === undefined) throw new UsageError(`${name} has unknown bits (x or z)`);
    return value;
  };
}

function isExpression(template: unknown): template is ExpressionText {
  return ['string', 'number', 'boolean', 'function'].includes(typeof template);
}

function createChoiceMaker(choices: readonly string[], template: unknown, compiler: MapCompiler): FieldMaker {
  const checkChoice = (text: string): string => {
    if (choices.includes(text)) return text;
    throw makeUnknownNameError('value', text, choices);
  };
  if (typeof template === 'string') {
    const text = checkChoice(template);
    return () => text;
  }
  const parsed = safeParse(choiceTemplate, template);
  if (!parsed.success)
    throw new UsageError(
      `expected one of ${choices.join(', ')}, or {value: EXPRESSION, as: [name for 0, name for 1, …]}`,
    );
  const { value, as } = parsed.data;
  const texts = new Map(Object.entries(as).map(([number, text]) => [Number(number), checkChoice(text)]));
  const make = createNumberReader(value, compiler);
  return (sample) => {
    const number = make(sample);
    const text = texts.get(number);
    if (text === undefined)
      throw new UsageError(
        `${typeof value === 'function' ? 'the result' : value} is ${number}, but "as" has no entry for it`,
      );
    return text;
  };
}

function createColumnMaker(template: unknown, compiler: MapCompiler): FieldMaker {
  if (Array.isArray(template)) {
    const makers = template.map((item) => createNumberReader(item, compiler));
    return (sample) => makers.map((make) => make(sample));
  }
  const lanes = safeParse(laneTemplate, template);
  if (lanes.success) {
    const make = createNumberReader(lanes.data.lanes, compiler);
    return (_, laneSamples) =>
      Array.from(laneSamples(), (lane) => (lane === undefined ? NO_VALUE : make(lane)));
  }
  const parts = safeParse(splitTemplate, template);
  if (!parts.success)
    throw new UsageError(`expected a list, {lanes: VALUE} or {split: SIGNAL, width: BITS, count: N}`);
  const { split: signal, width, count } = parts.data;
  const makers = Array.from({ length: count }, (_, i) => {
    const evaluate = compiler.readBits(signal, i * width, width);
    return (sample: Sample): number => {
      const value = evaluate(sample);
      if (value === undefined) throw new UsageError(`"${signal}" has unknown bits (x or z)`);
      return value;
    };
  });
  return (sample) => makers.map((make) => make(sample));
}

function createHoldsMaker(template: unknown, compiler: MapCompiler): FieldMaker {
  if (typeof template !== 'object' || template === null)
    throw new UsageError('expected an object of expressions');
  const unknownField = Object.keys(template).find((name) => !HELD_FIELDS.includes(name));
  if (unknownField !== undefined) throw makeUnknownNameError('field', unknownField, HELD_FIELDS);
  const fields = template as Readonly<Record<string, unknown>>;
  const makers = HELD_FIELDS.map(
    (key) => [key, createNumberReader(fields[key] ?? (key === 'scratchSlot' ? -1 : 0), compiler)] as const,
  );
  return (sample) => Object.fromEntries(makers.map(([name, make]) => [name, make(sample)]));
}

/** Compiles the waiters. `unit`, `on` and other strings are copied; all other fields are expressions. */
function createWaitersMaker(template: unknown, compiler: MapCompiler): FieldMaker {
  if (!Array.isArray(template)) throw new UsageError('expected a list of waiters');
  const makers = template.map((item) => {
    const parsed = safeParse(waiterTemplate, item);
    if (!parsed.success)
      throw new UsageError('expected an object with unit, index and cause, and a condition if it has "when"');
    const { when = true, unit, index, pc = -1, cause } = parsed.data;
    const condition = compiler.compileCondition(when);
    const makeIndex = createNumberReader(index, compiler);
    const makePc = createNumberReader(pc, compiler);
    const makeCause = createCauseMaker(cause, compiler);
    return (sample: Sample): readonly object[] =>
      (condition(sample) ?? 0) === 0
        ? []
        : [{ unit, index: makeIndex(sample), pc: makePc(sample), cause: makeCause(sample) }];
  });
  return (sample) => makers.flatMap((make) => make(sample));
}

const CAUSE_STRINGS: readonly string[] = ['on', 'counter', 'resource', 'reason', 'why'];

function createCauseMaker(template: unknown, compiler: MapCompiler): (sample: Sample) => unknown {
  if (typeof template !== 'object' || template === null)
    throw new UsageError('cause: expected an object with "on"');
  const makers = Object.entries(template).map(([name, value]) => {
    if (CAUSE_STRINGS.includes(name)) return [name, (): unknown => value] as const;
    return [name, createNumberReader(value, compiler)] as const;
  });
  return (sample) => Object.fromEntries(makers.map(([name, make]) => [name, make(sample)]));
}
