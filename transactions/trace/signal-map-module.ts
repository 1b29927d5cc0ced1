/** Signals that a module reads: names of its own for a signal or a part of one (`slots[1].state`, `bus[9:4]`), or for a list of them (trace.md). */
export type SignalNames = Readonly<Record<string, string | readonly string[]>>;

/** A number for each name; of a list, a number for each of its signals. NaN where bits are unknown (x or z); see trace.md. */
export type SignalValues<S extends SignalNames> = {
  readonly [K in keyof S]: S[K] extends string ? number : readonly number[];
};

/** What a function of a module sees at an edge of the clock (trace.md). */
export interface MapSample<S extends SignalNames = SignalNames> {
  /** What was there before anything changed at this edge. */
  readonly now: SignalValues<S>;
  /** The same at the edge before; NaN at the first one. */
  readonly before: SignalValues<S>;
  /** Edges counted so far, from 1. */
  readonly cycle: number;
  /** Whether a signal is known and has changed since the edge before. `at` is its place in a list. */
  readonly changed: (name: keyof S & string, at?: number) => boolean;
  /** Number of the wave that was formed last with this id, on packer 0 unless another is named. Throws `UsageError` where there is none. */
  readonly wave: (id: number, packer?: number) => number;
  /** Within `lanes`, the lane; NaN elsewhere. */
  readonly lane: number;
  /** Within `lanes`, the column of the lane's pixel; NaN elsewhere. */
  readonly x: number;
  /** Within `lanes`, the row of the lane's pixel; NaN elsewhere. */
  readonly y: number;
}

/** A signal or a part of one by its path, a constant, or a function of what is there at an edge (trace.md). */
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

/** A signal map whose values may be functions: the default export of a module that `check-trace --map` names (trace.md). */
export interface SignalMapModule<S extends SignalNames = SignalNames> {
  /** Scope above all names of signals, such as `testbench.dut`. */
  readonly scope?: string;
  /** The clock. */
  readonly clock: string;
  /** Edge of the clock at which signals are sampled; rising unless said otherwise. */
  readonly edge?: 'rising' | 'falling';
  /** Cycles count while this is not 0. */
  readonly active?: MapField<S>;
  /** What functions read. */
  readonly signals?: S;
  /** Records of one cycle, in their order. */
  readonly records: readonly MapRecord<S>[];
  /** Records after the last cycle. */
  readonly finally?: readonly MapRecord<S>[];
}
