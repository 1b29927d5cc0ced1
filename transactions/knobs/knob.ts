/** A knob with one value per test. */
export interface ValueKnob {
  readonly kind: 'value';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
  readonly text: string;
  /** Its source: an unknown of pops.md 10, a statement, a fault, or a section of a document. */
  readonly source: string;
  /** Names of its values from 0 up, if each is a separate choice; used in files, help and `--set`. */
  readonly choices?: readonly string[];
  /** Description of the names, if there are too many to list. */
  readonly domain?: string;
  /** Values drawn uniformly in clean tests; absent: the default, or a rule of `stimulus/knobs.ts`. */
  readonly clean?: readonly number[];
}

/** A knob that sets a choice point's domain: the hardware draws from [low, high]. */
export interface RangeKnob {
  readonly kind: 'range';
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly unit: string;
  readonly text: string;
  readonly source: string;
}

/** A hardware freedom: one value, or a range of cycles. */
export type Knob = ValueKnob | RangeKnob;

/** A row of the table of knobs: a value. `clean` lists the values that clean tests draw. */
export const value = (
  min: number,
  max: number,
  standard: number,
  unit: string,
  source: string,
  text: string,
  clean?: readonly number[],
): ValueKnob => ({
  kind: 'value',
  min,
  max,
  default: standard,
  unit,
  source,
  text,
  ...(clean === undefined ? {} : { clean }),
});

/** The integers from `least` to `most`, for values that clean tests draw. */
export const integersFrom = (least: number, most: number): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, at) => least + at);

/** A knob whose values have names. */
export type ChoiceKnob<Name extends string = string> = ValueKnob & { readonly choices: readonly Name[] };

/**
 * A row of the table of knobs: a choice by name. The default is the first unless `standard` names another; clean tests draw from
 * `clean`, where `every` is all of them (see `ValueKnob.clean`).
 */
export const choice = <const Name extends string>(
  choices: readonly Name[],
  source: string,
  text: string,
  {
    standard = choices[0],
    clean,
    domain,
  }: { standard?: NoInfer<Name>; clean?: 'every' | readonly NoInfer<Name>[]; domain?: string } = {},
): ChoiceKnob<Name> => {
  const numbers = (clean === 'every' ? choices : clean)?.map((way) => choices.indexOf(way));
  const standardAt = choices.indexOf(standard as Name);
  const row = value(0, choices.length - 1, standardAt, '', source, text, numbers);
  return { ...row, choices, ...(domain === undefined ? {} : { domain }) };
};

/** A row of the table of knobs: a range of cycles. Clean tests draw any range within it. */
export const range = (
  min: number,
  max: number,
  low: number,
  high: number,
  source: string,
  text: string,
): RangeKnob => ({ kind: 'range', min, max, default: [low, high], unit: 'cycles', source, text });
