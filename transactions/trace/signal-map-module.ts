/**
 * Signals that a module reads: its own names for a signal or part of one (`slots[1].state`, `bus[9:4]`), or
 * for a list of them (trace.md).
 */
export type SignalNames = Readonly<Record<string, string | readonly string[]>>;

/** A number per name; for a list, a number per signal. NaN if bits are unknown (x or z); see trace.md. */
export type SignalValues<S extends SignalNames> = {
  readonly [K in keyof S]: S[K] extends string ? number : readonly number[];
};

/** A module function's view of a clock edge (trace.md). */
export interface MapSample<S extends SignalNames = SignalNames> {
  /** Values before any change at this edge. */
  readonly now: SignalValues<S>;
  /** Values at the previous edge; NaN at the first one. */
  readonly before: SignalValues<S>;
  /** Edges counted so far, from 1. */
  readonly cycle: number;
  /** Whether a signal is known and has changed since the previous edge. `at` is its index in a list. */
  readonly changed: (name: keyof S & string, at?: number) => boolean;
  /** Number of the most recently formed wave with this id, on packer 0 by default. Throws `UsageError` if there is none. */
  readonly wave: (id: number, packer?: number) => number;
  /** Within `lanes`, the lane; NaN elsewhere. */
  readonly lane: number;
  /** Within `lanes`, the column of the lane's pixel; NaN elsewhere. */
  readonly x: number;
  /** Within `lanes`, the row of the lane's pixel; NaN elsewhere. */
  readonly y: number;
}

/** A signal or a part of one by its path, a constant, or a function of the values at an edge (trace.md). */
export type MapValue<S extends SignalNames = SignalNames> =
  | string
  | number
  | boolean
  | ((sample: MapSample<S>) => number | boolean);

/** A field of a record: a value, or an object or a list of values (trace.md). */
export type MapField<S extends SignalNames = SignalNames> =
  | MapValue<S>
  | readonly MapField<S>[]
  | { readonly [name: string]: MapField<S> };

/** How one record of a trace is made: its kind, its condition (`when`), and its fields (trace.md). */
export interface MapRecord<S extends SignalNames = SignalNames> {
  /** Kind of transaction, or `quad`. */
  readonly kind: string;
  readonly [field: string]: MapField<S>;
}

/** A signal map whose values may be functions: the default export of a module named by `check-trace --map` (trace.md). */
export interface SignalMapModule<S extends SignalNames = SignalNames> {
  /** Scope prefixed to all signal names, such as `testbench.dut`. */
  readonly scope?: string;
  /** The clock. */
  readonly clock: string;
  /** Clock edge at which signals are sampled; default: rising. */
  readonly edge?: 'rising' | 'falling';
  /** Cycles are counted while this is not 0. */
  readonly active?: MapField<S>;
  /** Signals for the functions. */
  readonly signals?: S;
  /** Records per cycle, in order. */
  readonly records: readonly MapRecord<S>[];
  /** Records after the last cycle. */
  readonly finally?: readonly MapRecord<S>[];
}
