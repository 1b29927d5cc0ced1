import type { Condition } from './conditions.js';

/** The values that a condition had in a run, as bits. */
export const WAS = { TRUE: 1, FALSE: 2, EQUAL: 4 } as const;

/** Names of the probes in modules with probes. */
const PROBE = { TRUTH: 'sawTruth', PRESENCE: 'sawPresence', FIELD: 'sawField' } as const;

/** Comparisons by operator, for the probes that record their results. */
const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};
const COMPARE_NAMES: Readonly<Record<string, string>> = {
  '<': 'sawLess',
  '<=': 'sawAtMost',
  '>': 'sawMore',
  '>=': 'sawAtLeast',
};

/**
 * Records the values of the conditions in a copy of the model, and the bits of the register fields that it
 * reads.
 */
export class Watch {
  /** For each condition, by its number: bits of `WAS`. */
  readonly seen: Uint8Array;
  /** For each field: the bits that were one, and the bits that were zero. */
  readonly fields = new Map<string, { ones: number; zeros: number }>();

  constructor(private readonly conditions: readonly Condition[]) {
    const seen = new Uint8Array(conditions.length);
    this.seen = seen;
    const note = (number: number, truth: boolean): void => {
      seen[number]! |= truth ? WAS.TRUE : WAS.FALSE;
    };
    const probes: Record<string, unknown> = {
      [PROBE.TRUTH]: (number: number, value: unknown) => {
        note(number, Boolean(value));
        return value;
      },
      [PROBE.PRESENCE]: (number: number, value: unknown) => {
        note(number, value !== undefined && value !== null);
        return value;
      },
      [PROBE.FIELD]: (name: string, value: number | undefined) => {
        if (value !== undefined) this.noteField(name, value);
        return value;
      },
    };
    for (const [operator, compare] of Object.entries(COMPARE))
      probes[COMPARE_NAMES[operator]!] = (number: number, left: number, right: number) => {
        const truth = compare(left, right);
        note(number, truth);
        if (left === right) seen[number]! |= WAS.EQUAL;
        return truth;
      };
    Object.assign(globalThis, probes);
  }

  private noteField(name: string, value: number): void {
    const noted = this.fields.get(name) ?? { ones: 0, zeros: 0 };
    noted.ones |= value;
    noted.zeros |= ~value;
    this.fields.set(name, noted);
  }

  /** Returns the source of a model module with a probe at each of its conditions. */
  probed(file: string, source: string): string {
    const ofFile = [...this.conditions.entries()].filter(([, condition]) => condition.file === file);
    const edits = ofFile.flatMap(([number, condition]) => editsOf(number, condition));
    edits.sort((a, b) => a.at - b.at || a.opens - b.opens || a.order - b.order);
    let text = '';
    let from = 0;
    for (const { at, text: more, skips } of edits) {
      text += source.slice(from, at) + more;
      from = at + skips;
    }
    return text + source.slice(from);
  }
}

/** Returns the source of the module that reads register fields, with a probe that records each value. */
export function watchedFields(source: string): string {
  const reader = 'export function registerField(';
  if (!source.includes(reader)) throw new Error('registerField is read elsewhere');
  return `${source.replace(reader, 'function plainField(')}
export function registerField(gfx, registers, name) {
  return ${PROBE.FIELD}(name, plainField(gfx, registers, name));
}`;
}

interface Edit {
  readonly at: number;
  readonly opens: 0 | 1;
  readonly order: number;
  readonly text: string;
  readonly skips: number;
}

/** Wraps a condition in a probe. If it is a bound, both of its sides are passed to the probe. */
function editsOf(number: number, { start, end, aspect, bound }: Condition): Edit[] {
  const length = end - start;
  const plainProbe = aspect === 'truth' ? PROBE.TRUTH : PROBE.PRESENCE;
  const probe = bound === undefined ? plainProbe : COMPARE_NAMES[bound.operator]!;
  const edits: Edit[] = [
    { at: start, opens: 1, order: -length, text: `${probe}(${number}, `, skips: 0 },
    { at: end, opens: 0, order: length, text: ')', skips: 0 },
  ];
  if (bound !== undefined)
    edits.push({ at: bound.at, opens: 1, order: 0, text: ',', skips: bound.operator.length });
  return edits;
}
