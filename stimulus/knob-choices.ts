import type { Freedoms, KnobName } from '../transactions/index.js';

/** A knob's value in all tests, or `oneOf`: a list that each test picks a value from (suites.md). */
export type KnobChoice<K extends KnobName = KnobName> =
  | Freedoms[K]
  | { readonly oneOf: readonly Freedoms[K][] };

/** The knobs with fixed or restricted values, by name (suites.md, `pops-tb list knobs`). */
export type KnobChoices = { readonly [K in KnobName]?: KnobChoice<K> };
