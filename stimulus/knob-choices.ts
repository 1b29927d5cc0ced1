import type { Freedoms, KnobName } from '../transactions/index.js';

/** A knob that every test has, or values of which each test draws one. */
export type KnobChoice<K extends KnobName = KnobName> =
  | Freedoms[K]
  | { readonly oneOf: readonly Freedoms[K][] };

/** Knobs that are not drawn as usual. */
export type KnobChoices = { readonly [K in KnobName]?: KnobChoice<K> };
