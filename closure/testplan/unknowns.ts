import { describeKnobDomain } from '../../harness/basics/index.js';
import { FIXED_UNKNOWNS, KNOBS, type Knob, UNKNOWNS, type Unknown } from '../../transactions/index.js';

/** A hardware unknown, and how it is modelled. */
interface ModelledUnknown extends Unknown {
  readonly id: string;
  /** The names of the knobs that select the modelled behaviour. */
  readonly knobs: readonly string[];
  /** The only modelled behaviour, or the domain of each knob. */
  readonly modelled: string;
}

/** Returns every unknown in section 10 of pops.md, followed by this project's own, in order. */
export function getHardwareUnknowns(): readonly ModelledUnknown[] {
  const knobs = Object.entries(KNOBS) as [string, Knob][];
  const fixed: Readonly<Record<string, string>> = FIXED_UNKNOWNS;
  return Object.entries(UNKNOWNS).map(([id, unknown]) => {
    const unknownKnobs = knobs.filter(([, { source }]) => source.split(/, /).includes(id));
    const modelled =
      fixed[id] ??
      unknownKnobs
        .map(([name, knob]) => `\`${name}\`: ${describeKnobDomain(knob)} (${describeDefault(knob)})`)
        .join('; ');
    return { id, ...unknown, knobs: unknownKnobs.map(([name]) => name), modelled };
  });
}

function describeDefault(knob: Knob): string {
  if (knob.kind === 'range') return `default ${knob.default.join('..')}`;
  return `default ${knob.choices?.[knob.default] ?? knob.default}`;
}
