/** A knob with one value per test. */
export interface ValueKnob {
  readonly kind: 'value';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
  readonly text: string;
  /** The source of the knob: an unknown from pops.md 10, a statement, a fault, or a section of a document. */
  readonly source: string;
  /**
   * Names of the values, indexed from 0, if the knob is a named choice. Used in files, help text and
   * `--set`.
   */
  readonly choices?: readonly string[];
  /** Description of the allowed names, if there are too many to list. */
  readonly domain?: string;
  /** Values from which clean tests pick uniformly. If absent, they use the default or a rule in `stimulus/knobs.ts`. */
  readonly clean?: readonly number[];
}

/** A knob that sets the domain of a choice point: the hardware draws a number from [low, high]. */
export interface RangeKnob {
  readonly kind: 'range';
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly unit: string;
  readonly text: string;
  readonly source: string;
}

/** A configurable hardware behaviour: one value, or a range of cycles. */
export type Knob = ValueKnob | RangeKnob;

/** Creates a knob table row for a single value. `clean` lists the values that clean tests pick from. */
export const value = (
  min: number,
  max: number,
  defaultValue: number,
  unit: string,
  source: string,
  text: string,
  clean?: readonly number[],
): ValueKnob => ({
  kind: 'value',
  min,
  max,
  default: defaultValue,
  unit,
  source,
  text,
  ...(clean === undefined ? {} : { clean }),
});

/** Creates a knob table row for a chance or an amount in percent, which is 0 by default. */
export const percent = (source: string, text: string, clean?: readonly number[]): ValueKnob =>
  value(0, 100, 0, 'percent', source, text, clean);

/** Returns the integers from `min` to `max`, inclusive, for use as the `clean` values of a knob. */
export const integersFrom = (min: number, max: number): readonly number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** A knob with named values. */
export type ChoiceKnob<Name extends string = string> = ValueKnob & { readonly choices: readonly Name[] };

/**
 * Creates a knob table row for a named choice. The default is the first name unless `defaultChoice` specifies
 * another. Clean tests pick from `clean`, where `all` means every name (see `ValueKnob.clean`).
 */
export const choice = <const Name extends string>(
  choices: readonly Name[],
  source: string,
  text: string,
  {
    defaultChoice = choices[0],
    clean,
    domain,
  }: { defaultChoice?: NoInfer<Name>; clean?: 'all' | readonly NoInfer<Name>[]; domain?: string } = {},
): ChoiceKnob<Name> => {
  const cleanIndices = (clean === 'all' ? choices : clean)?.map((name) => choices.indexOf(name));
  const defaultIndex = choices.indexOf(defaultChoice as Name);
  const row = value(0, choices.length - 1, defaultIndex, '', source, text, cleanIndices);
  return { ...row, choices, ...(domain === undefined ? {} : { domain }) };
};

/** Creates a knob table row for a range of cycles. Clean tests pick any range within it. */
export const range = (
  min: number,
  max: number,
  low: number,
  high: number,
  source: string,
  text: string,
): RangeKnob => ({ kind: 'range', min, max, default: [low, high], unit: 'cycles', source, text });
