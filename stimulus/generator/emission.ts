import type { Gfx, WaveSize } from '../../arch/index.js';
import type { Fold, OrderedAccess, ProgramDescriptor, SectionStep } from '../../transactions/index.js';
import { type Dialect, getDialect } from '../dialect/index.js';
import { getMemoryNames, getScalarNames, type ScalarNames } from './registers.js';

/** The code for each fold. Folds are not commutative, so the result reveals the order of the values. */
const FOLD_EMITTERS: Readonly<
  Record<Fold, (add: string, to: string, from: string, value: string) => string>
> = {
  multiply: (add, to, from, value) => `
  v_mul_lo_u32 ${to}, ${from}, 31
  ${add} ${to}, ${value}, ${to}`,
  'multiply-24': (_add, to, from, value) => `
  v_mad_u32_u24 ${to}, ${from}, 31, ${value}`,
  rotate: (_add, to, from, value) => `
  v_alignbit_b32 ${to}, ${from}, ${from}, 27
  v_xor_b32_e32 ${to}, ${value}, ${to}`,
};

/** Emits code that folds `value` into `from` and puts the result into `to`. */
export function emitFoldStep(
  { descriptor, dialect }: Emission,
  to: string,
  from: string,
  value: string,
): string {
  return FOLD_EMITTERS[descriptor.fold](dialect.add, to, from, value);
}

/** Returns whether a step is an ordered memory access rather than other work. */
export function isAccess(step: SectionStep): step is OrderedAccess {
  return typeof step !== 'string';
}

/** Returns whether a step loops over a wave's lanes. */
export function loopsOverLanes(step: SectionStep): step is OrderedAccess {
  return isAccess(step) && (step.path === 'scalar' || step.path === 'waterfall');
}

/** Returns the counters that a program's exit must wait for (S-083 to S-087). */
function getCounterUse({ section }: ProgramDescriptor) {
  const accesses = section.steps.filter(isAccess);
  return {
    load: accesses.some(({ operation }) => operation !== 'store' && operation !== 'atomic'),
    store: accesses.some(({ operation }) => operation !== 'load' && operation !== 'atomic-return'),
    /** The scalar counter also tracks flat accesses. */
    scalar: accesses.some(({ path }) => path === 'flat' || path === 'scalar'),
  };
}

/** The target that a descriptor is assembled for (suites.md). */
export interface ProgramTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  /** The number of samples per pixel, which epilogs with smoothing need. */
  readonly samples: number;
}

/**
 * Whether a wave must still send its exit message at a given point: 'none' before the section, 'if-overlapped' if only
 * waves that had to wait must send it, 'owed' if it must be sent, 'sent' if it already has been.
 */
export type ExitObligation = 'none' | 'if-overlapped' | 'owed' | 'sent';

/** The state of a program that is being emitted: its target, and what has been emitted so far. */
export class Emission {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly dialect: Dialect;
  readonly names: ReturnType<typeof getMemoryNames>;
  readonly scalars: ScalarNames;
  /** The counters that track the ordered accesses. */
  readonly counters: ReturnType<typeof getCounterUse>;
  exitState: ExitObligation = 'none';
  /** Whether ordered accesses may be outstanding. */
  hasOutstandingAccesses = false;
  private labels = 0;
  private readonly tails: string[] = [];

  constructor(
    readonly descriptor: ProgramDescriptor,
    target: ProgramTarget,
  ) {
    this.gfx = target.gfx;
    this.wave = target.wave;
    this.dialect = getDialect(target.gfx, target.wave);
    this.names = getMemoryNames(target.gfx);
    this.scalars = getScalarNames(target.wave);
    this.counters = getCounterUse(descriptor);
  }

  /** Creates a label that is unique in the program. */
  label(name: string): string {
    return `${name}_${this.labels++}`;
  }

  /** Adds a block after the program's end, where compilers put rarely executed code, and returns its label. */
  tail(name: string, text: string): string {
    const label = this.label(name);
    this.tails.push(`\n${label}:${text}`);
    return label;
  }

  /** Returns the code of all blocks after the program's end. */
  emitTails(): string {
    return this.tails.join('');
  }
}
