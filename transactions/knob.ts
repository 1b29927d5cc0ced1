/** A knob with one value a test. */
export interface ValueKnob {
  readonly kind: 'value';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
  readonly text: string;
  /** Where it comes from: an unknown of pops.md 10, a statement, or a parameter of pipeline.md 5. */
  readonly source: string;
  /** Names of its values from 0 on, if each is a separate choice; files, help and `--set` use them. */
  readonly choices?: readonly string[];
}

/** A knob that gives a choice point its domain: every draw of the hardware lies in [low, high]. */
export interface RangeKnob {
  readonly kind: 'range';
  readonly min: number;
  readonly max: number;
  readonly default: readonly [number, number];
  readonly unit: string;
  readonly text: string;
  readonly source: string;
}

/** A freedom of the hardware: one value, or a range of cycles. */
export type Knob = ValueKnob | RangeKnob;

/** A row of the table of knobs: a value. */
export const value = (
  min: number,
  max: number,
  standard: number,
  unit: string,
  source: string,
  text: string,
): ValueKnob => ({ kind: 'value', min, max, default: standard, unit, source, text });

/** A knob whose values have names. */
export type ChoiceKnob<Name extends string = string> = ValueKnob & { readonly choices: readonly Name[] };

/** A row of the table of knobs: one of several ways, by name; the first is the default unless `standard` says otherwise. */
export const choice = <const Name extends string>(
  choices: readonly Name[],
  source: string,
  text: string,
  standard: Name = choices[0] as Name,
): ChoiceKnob<Name> => ({
  ...value(0, choices.length - 1, choices.indexOf(standard), '', source, text),
  choices,
});

/** A row of the table of knobs: a range of cycles. */
export const range = (
  min: number,
  max: number,
  low: number,
  high: number,
  source: string,
  text: string,
): RangeKnob => ({ kind: 'range', min, max, default: [low, high], unit: 'cycles', source, text });
