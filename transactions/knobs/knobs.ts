import { EXPORT_KNOBS } from './export-knobs.js';
import type { ChoiceKnob, Knob } from './knob.js';
import { MEMORY_KNOBS } from './memory-knobs.js';
import { ORDERING_KNOBS } from './ordering-knobs.js';
import { TEST_KNOBS } from './test-knobs.js';
import { WAVE_KNOBS } from './wave-knobs.js';

/** Every hardware freedom that a scenario sets. Each knob is one row of one of these tables. */
export const KNOBS = {
  ...WAVE_KNOBS,
  ...ORDERING_KNOBS,
  ...EXPORT_KNOBS,
  ...MEMORY_KNOBS,
  ...TEST_KNOBS,
} as const satisfies Record<string, Knob>;

/** Name of a hardware freedom that a scenario sets (`pops-tb list knobs`). */
export type KnobName = keyof typeof KNOBS;

/** Values of all knobs of one test: a number, or the bounds of a range in cycles (`pops-tb list knobs` shows units). */
export type Freedoms = {
  readonly [K in KnobName]: (typeof KNOBS)[K]['kind'] extends 'range' ? readonly [number, number] : number;
};

const DEFAULTS = Object.fromEntries(
  Object.entries(KNOBS).map(([name, knob]) => [name, knob.default]),
) as Freedoms;

/** Every knob at its default. */
export function defaultFreedoms(): Freedoms {
  return { ...DEFAULTS };
}

/** Whether a string names a knob. */
export function isKnobName(name: string): name is KnobName {
  return Object.hasOwn(KNOBS, name);
}

/** Knobs whose values have names. */
export type ChoiceName = {
  [K in KnobName]: (typeof KNOBS)[K] extends ChoiceKnob ? K : never;
}[KnobName];

/** Names of a knob's values. */
export type ChoiceOf<K extends ChoiceName> = (typeof KNOBS)[K]['choices'][number];

/**
 * The scenario value of a named knob setting.
 *
 * Example: `setting('exitAdvance', 'wave-end')` is 1.
 */
export function setting<K extends ChoiceName>(knob: K, name: ChoiceOf<K>): number {
  return (KNOBS[knob].choices as readonly string[]).indexOf(name);
}

/** Knob values as written to files: choices by name. */
export function namedFreedoms(freedoms: Freedoms): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(freedoms).map(([name, value]) => {
      const knob: Knob = KNOBS[name as KnobName];
      const choices = knob.kind === 'value' ? knob.choices : undefined;
      return [name, typeof value === 'number' ? (choices?.[value] ?? value) : value];
    }),
  );
}
