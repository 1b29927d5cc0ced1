import { EXPORT_KNOBS } from './export-knobs.js';
import type { ChoiceKnob, Knob } from './knob.js';
import { MEMORY_KNOBS } from './memory-knobs.js';
import { ORDERING_KNOBS } from './ordering-knobs.js';
import { TEST_KNOBS } from './test-knobs.js';
import { WAVE_KNOBS } from './wave-knobs.js';

/** All knobs by name. Each one is a hardware behaviour that a scenario can vary. */
export const KNOBS = {
  ...WAVE_KNOBS,
  ...ORDERING_KNOBS,
  ...EXPORT_KNOBS,
  ...MEMORY_KNOBS,
  ...TEST_KNOBS,
} as const satisfies Record<string, Knob>;

/** The name of a knob (`pops-tb list knobs`). */
export type KnobName = keyof typeof KNOBS;

/**
 * The values of all knobs in one test. Each is a number, or the bounds of a range in cycles (`pops-tb list
 * knobs` shows the units).
 */
export type KnobValues = {
  readonly [K in KnobName]: (typeof KNOBS)[K]['kind'] extends 'range' ? readonly [number, number] : number;
};

const DEFAULTS = Object.fromEntries(
  Object.entries(KNOBS).map(([name, knob]) => [name, knob.default]),
) as KnobValues;

/** Returns the default value of every knob. */
export function defaultKnobs(): KnobValues {
  return { ...DEFAULTS };
}

/** Returns whether a string is the name of a knob. */
export function isKnobName(name: string): name is KnobName {
  return Object.hasOwn(KNOBS, name);
}

/** The name of any knob that has named values. */
export type ChoiceName = {
  [K in KnobName]: (typeof KNOBS)[K] extends ChoiceKnob ? K : never;
}[KnobName];

/** The name of one of a knob's values. */
export type ChoiceValue<K extends ChoiceName> = (typeof KNOBS)[K]['choices'][number];

/**
 * Returns the number that represents a knob's named value in `KnobValues`.
 *
 * Example: `setting('exitAdvance', 'wave-end')` is 1.
 */
export function setting<K extends ChoiceName>(knob: K, name: ChoiceValue<K>): number {
  return (KNOBS[knob].choices as readonly string[]).indexOf(name);
}

/** Returns the knob values as stored in files, with choices replaced by their names. */
export function serialiseKnobValues(freedoms: KnobValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(freedoms).map(([name, value]) => {
      const knob: Knob = KNOBS[name as KnobName];
      const choices = knob.kind === 'value' ? knob.choices : undefined;
      return [name, typeof value === 'number' ? (choices?.[value] ?? value) : value];
    }),
  );
}
