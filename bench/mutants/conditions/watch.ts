import type { Condition } from './conditions.js';

/** Bit flags for the values that a condition has taken. */
export const SEEN = { TRUE: 1, FALSE: 2, EQUAL: 4 } as const;

/** Names of the global functions that instrumented modules call. */
const PROBE = { TRUTH: 'sawTruth', PRESENCE: 'sawPresence', FIELD: 'sawField' } as const;

/** Comparison functions, by operator. */
const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};
/** Names of the probes that replace comparisons, by operator. */
const COMPARE_NAMES: Readonly<Record<string, string>> = {
  '<': 'sawLess',
  '<=': 'sawAtMost',
  '>': 'sawGreater',
  '>=': 'sawAtLeast',
};

/**
 * Records the values that conditions take in an instrumented copy of the model, and the register field bits that
 * the model reads.
 */
export class Watch {
  /** `SEEN` flags, indexed by condition. */
  readonly seen: Uint8Array;
  /** For each field, the bits that have been read as one and those that have been read as zero. */
  readonly fields = new Map<string, { ones: number; zeros: number }>();

  constructor(private readonly conditions: readonly Condition[]) {
    const seen = new Uint8Array(conditions.length);
    this.seen = seen;
    const record = (index: number, isTrue: boolean): void => {
      seen[index]! |= isTrue ? SEEN.TRUE : SEEN.FALSE;
    };
    const probes: Record<string, unknown> = {
      [PROBE.TRUTH]: (index: number, value: unknown) => {
        record(index, Boolean(value));
        return value;
      },
      [PROBE.PRESENCE]: (index: number, value: unknown) => {
        record(index, value !== undefined && value !== null);
        return value;
      },
      [PROBE.FIELD]: (name: string, value: number | undefined) => {
        if (value !== undefined) this.recordField(name, value);
        return value;
      },
    };
    for (const [operator, compare] of Object.entries(COMPARE))
      probes[COMPARE_NAMES[operator]!] = (index: number, left: number, right: number) => {
        const isTrue = compare(left, right);
        record(index, isTrue);
        if (left === right) seen[index]! |= SEEN.EQUAL;
        return isTrue;
      };
    Object.assign(globalThis, probes);
  }

  private recordField(name: string, value: number): void {
    const bits = this.fields.get(name) ?? { ones: 0, zeros: 0 };
    bits.ones |= value;
    bits.zeros |= ~value;
    this.fields.set(name, bits);
  }

  /** Returns the source of a model module with every condition wrapped in a probe. */
  instrument(file: string, source: string): string {
    const inFile = [...this.conditions.entries()].filter(([, condition]) => condition.file === file);
    const edits = inFile.flatMap(([index, condition]) => wrapInProbe(index, condition));
    edits.sort((a, b) => a.at - b.at || a.isOpening - b.isOpening || a.order - b.order);
    let text = '';
    let from = 0;
    for (const { at, text: inserted, deleteCount } of edits) {
      text += source.slice(from, at) + inserted;
      from = at + deleteCount;
    }
    return text + source.slice(from);
  }
}

/** Adds a probe to the source of `findRegisterField` that records each value it returns. */
export function instrumentRegisterFields(source: string): string {
  const declaration = 'export function findRegisterField(';
  if (!source.includes(declaration)) throw new Error('Expected the module to define findRegisterField');
  return `${source.replace(declaration, 'function originalRegisterField(')}
export function findRegisterField(gfx, registers, name) {
  return ${PROBE.FIELD}(name, originalRegisterField(gfx, registers, name));
}`;
}

interface Edit {
  readonly at: number;
  readonly isOpening: 0 | 1;
  readonly order: number;
  readonly text: string;
  readonly deleteCount: number;
}

/**
 * Returns the edits that wrap a condition in a probe. If the condition has a `bound`, the probe receives both
 * operands.
 */
function wrapInProbe(index: number, { start, end, aspect, bound }: Condition): Edit[] {
  const length = end - start;
  const unboundedProbe = aspect === 'truth' ? PROBE.TRUTH : PROBE.PRESENCE;
  const probe = bound === undefined ? unboundedProbe : COMPARE_NAMES[bound.operator]!;
  const edits: Edit[] = [
    { at: start, isOpening: 1, order: -length, text: `${probe}(${index}, `, deleteCount: 0 },
    { at: end, isOpening: 0, order: length, text: ')', deleteCount: 0 },
  ];
  if (bound !== undefined)
    edits.push({ at: bound.offset, isOpening: 1, order: 0, text: ',', deleteCount: bound.operator.length });
  return edits;
}
