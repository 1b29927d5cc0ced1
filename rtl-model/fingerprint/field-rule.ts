import type { StateHash } from './state-hash.js';

/** The walk over a device's fields, as rules see it. */
export interface Walk {
  readonly hash: StateHash;
  /** Adds a value. */
  value(value: unknown): void;
  /** Adds how far in the future a cycle is. */
  time(cycle: number): void;
  /** Adds a wave by name. */
  wave(wave: { readonly packer: number; readonly sequence: number }): void;
  /** Adds values whose order is irrelevant. */
  unordered(count: number, write: (at: number, walk: Walk) => void): void;
  /** Adds an object's fields, by the rules of its class. */
  fields(object: object): void;
}

/** Excluded from the fingerprint, for this reason. */
interface Excluded {
  readonly excluded: string;
}

/** A cycle, or a list of cycles: only the distance into the future counts; all past cycles are equal. */
interface Time {
  readonly time: true;
}

/** Written by a custom function, for this reason. */
export interface Written<Owner = unknown> {
  readonly why: string;
  readonly write: (value: never, walk: Walk, owner: Owner) => void;
}

/** How the fingerprint treats a field that is not included as is. */
export type FieldRule<Owner = never> = Excluded | Time | Written<Owner>;

/**
 * Rules for fields of one class, by name; all other fields are included as they are. A class whose objects hold device state
 * declares its rules as the static `fingerprint`, next to the fields.
 */
export type FieldRules<Owner = never> = Readonly<Record<string, FieldRule<Owner>>>;

/** A cycle. */
export const TIME: Time = { time: true };

/** A field that never changes once the device is built. */
export const FIXED: Excluded = { excluded: 'fixed when the device is made' };

/** A field that only reports and run limits read. */
export const REPORTED: Excluded = { excluded: 'only for reports; no unit depends on it' };

/** A field that each use resets, within one event. */
export const SCRATCH: Excluded = { excluded: 'reset by each use, and dead between events' };

/** Rules for the fields that connect an object to others. */
export const CONNECTIONS = { context: FIXED, ports: FIXED, outputs: FIXED, listener: FIXED };
