import type { HeldResources } from './formation.js';
import type { Waiting } from './quiesced.js';

/**
 * The type of a field in a trace record (trace.md). `i32`, `f32`, `f64` and `u8` are columns of numbers: a list in
 * JSON, and in MessagePack either a list or the little-endian bytes of the array. `holds` is the resources
 * object in `WaveLaunched`, and `waiting` is the list in `Quiesced`. A list enumerates the allowed strings.
 */
export type TraceFieldType = keyof FieldValues | readonly string[];

/** The value of each type of field in a transaction. */
interface FieldValues {
  integer: number;
  flag: boolean;
  text: string;
  i32: Int32Array;
  f32: Float32Array;
  f64: Float64Array;
  u8: Uint8Array;
  holds: HeldResources;
  waiting: readonly Waiting[];
}

/** An optional field. */
export interface OptionalField {
  readonly optional: TraceFieldType;
}

/** The fields of a record, in the order in which they are written. */
export type FieldRow = Readonly<Record<string, TraceFieldType | OptionalField>>;

/** The type of a text field whose values are known but not checked. */
export type TextOf<T extends string> = 'text' & { readonly known: T };

/** Creates a text field whose values are known but not checked. */
export const textOf = <T extends string>(): TextOf<T> => 'text' as TextOf<T>;

type FieldValue<T> = T extends readonly (infer Name)[]
  ? Name
  : T extends TextOf<infer Name>
    ? Name
    : T extends keyof FieldValues
      ? FieldValues[T]
      : never;
type OptionalNames<R> = { [F in keyof R]: R[F] extends OptionalField ? F : never }[keyof R];
type RequiredFields<R, F extends keyof R> = { readonly [K in F]: FieldValue<R[K]> };
type OptionalFields<R, F extends keyof R> = {
  readonly [K in F]?: R[K] extends OptionalField ? FieldValue<R[K]['optional']> : never;
};

/** The fields that a row describes. Docstrings of the row's fields become those of the type's. */
export type FieldsOf<R> = RequiredFields<R, Exclude<keyof R, OptionalNames<R>>> &
  OptionalFields<R, OptionalNames<R>>;

/** A transaction of a kind, as its row in a table describes it. */
export type KindIn<Table, K extends keyof Table> = { readonly kind: K } & At & FieldsOf<Table[K]>;

/** Properties shared by all transactions (trace.md). */
export interface At {
  /** The cycle, which never decreases within a stream. */
  readonly cycle: number;
}

/** The wave in a row. */
export type WaveRow = {
  /**
   * The wave's sequence number in formation order, unique in a run. Background waves are numbered starting at
   * `FIRST_BACKGROUND_WAVE`.
   */
  readonly wave: 'integer';
};

/** Properties shared by all transactions about one wave (trace.md). */
export interface OfWave extends At, FieldsOf<WaveRow> {}

/** A wave's counters in a row. */
export type CountersRow = {
  /** Number of outstanding operations on `vm`. */
  readonly vm: 'integer';
  /** Number of outstanding operations on `vs`. */
  readonly vs: 'integer';
  /** Number of outstanding operations on `lgkm`. */
  readonly lgkm: 'integer';
  /** Number of outstanding operations on `exp`. */
  readonly exp: 'integer';
  /** Number of outstanding samples, which GFX12 counts separately from `vm`. */
  readonly sample: { readonly optional: 'integer' };
  /** Number of outstanding ray intersections, which GFX12 counts separately from `vm`. */
  readonly bvh: { readonly optional: 'integer' };
  /** Number of outstanding scalar loads and messages, which GFX12 counts separately from `lgkm`. */
  readonly km: { readonly optional: 'integer' };
};

/**
 * A wave's counters as reported by the hardware: the number of outstanding operations on each of `vm`,
 * `vs`, `lgkm` and `exp`. They are informational only (checking.md, RACE-01), except that they must
 * satisfy the wait condition once a wait ends (PROTO-12).
 */
export interface CounterValues extends FieldsOf<CountersRow> {}

const COUNTERS: CountersRow = {
  vm: 'integer',
  vs: 'integer',
  lgkm: 'integer',
  exp: 'integer',
  sample: { optional: 'integer' },
  bvh: { optional: 'integer' },
  km: { optional: 'integer' },
};

/** Adds the wave to the fields of a row. */
export const ofWave = <const R extends FieldRow>(fields: R): WaveRow & R => ({ wave: 'integer', ...fields });

/** Adds the wave and its counters to the fields of a row. */
export const counted = <const R extends FieldRow>(fields: R): WaveRow & CountersRow & R => ({
  wave: 'integer',
  ...COUNTERS,
  ...fields,
});
