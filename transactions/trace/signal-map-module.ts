/**
 * The signals that a module reads. Maps names chosen by the module to a signal, part of one (`slots[1].state`,
 * `bus[9:4]`), or a list of these (trace.md).
 */
export type SignalNames = Readonly<Record<string, string | readonly string[]>>;

/**
 * The value of each signal by name, or a list of values for a list of signals. A value is NaN if any of its bits are
 * unknown (x or z); see trace.md.
 */
export type SignalValues<S extends SignalNames> = {
  readonly [K in keyof S]: S[K] extends string ? number : readonly number[];
};

/** A module function's view of a clock edge (trace.md). */
export interface MapSample<S extends SignalNames = SignalNames> {
  /** Values before any change at this edge. */
  readonly now: SignalValues<S>;
  /** Values at the previous edge; NaN at the first one. */
  readonly before: SignalValues<S>;
  /** Number of edges counted so far, starting from 1. */
  readonly cycle: number;
  /**
   * Returns whether a signal is known and has changed since the previous edge. For a list, `at` is the index of the
   * signal.
   */
  readonly changed: (name: keyof S & string, at?: number) => boolean;
  /**
   * Returns the number of the most recently formed wave with the given id, on packer 0 by default. Throws
   * `UsageError` if there is none.
   */
  readonly wave: (id: number, packer?: number) => number;
  /** The current lane when evaluated inside `lanes`, otherwise NaN. */
  readonly lane: number;
  /** The column of the lane's pixel when evaluated inside `lanes`, otherwise NaN. */
  readonly x: number;
  /** The row of the lane's pixel when evaluated inside `lanes`, otherwise NaN. */
  readonly y: number;
}

/** A signal or part of one, identified by its path; a constant; or a function of the values at an edge (trace.md). */
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

/** Describes how to build one trace record: its kind, its condition (`when`), and its fields (trace.md). */
export interface MapRecord<S extends SignalNames = SignalNames> {
  /** The kind of transaction, or `quad`. */
  readonly kind: string;
  readonly [field: string]: MapField<S>;
}

/**
 * A signal map whose values may be functions. It is the default export of a module passed to
 * `check-trace --map` (trace.md).
 */
export interface SignalMapModule<S extends SignalNames = SignalNames> {
  /** Scope to prepend to all signal names, such as `testbench.dut`. */
  readonly scope?: string;
  /** The clock signal. */
  readonly clock: string;
  /** The clock edge at which signals are sampled; by default, the rising one. */
  readonly edge?: 'rising' | 'falling';
  /** Cycles are counted only while this is not 0. */
  readonly active?: MapField<S>;
  /** The signals that the functions use. */
  readonly signals?: S;
  /** The records to write for each cycle, in order. */
  readonly records: readonly MapRecord<S>[];
  /** The records to write after the last cycle. */
  readonly finally?: readonly MapRecord<S>[];
}
