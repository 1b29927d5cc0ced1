import type { Gfx, WaveSize } from '../../arch/index.js';
import type { ProgramDescriptor } from '../../transactions/index.js';
import { type Dialect, getDialect } from '../dialect/index.js';
import { type CounterUse, getCounterUse } from './counter-use.js';
import { getMemoryNames, type MemoryNames } from './names.js';
import { getScalarNames, type ScalarNames } from './registers.js';

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
  readonly samples: number;
  readonly dialect: Dialect;
  readonly names: MemoryNames;
  readonly scalars: ScalarNames;
  /** The counters that track the ordered accesses. */
  readonly counters: CounterUse;
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
    this.samples = target.samples;
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
