import type { StateHash } from './state-hash.js';

/** The interface of a walk over a device's fields, as used by rules. */
export interface Walk {
  readonly hash: StateHash;
  /** Adds a value. */
  value(value: unknown): void;
  /** Adds the number of cycles from now until a cycle. */
  time(cycle: number): void;
  /** Adds a wave by name. */
  wave(wave: { readonly packer: number; readonly sequence: number }): void;
  /** Adds values whose order does not matter. */
  unordered(count: number, write: (index: number, walk: Walk) => void): void;
  /** Adds the fields of an object according to the rules of its class. */
  fields(object: object): void;
}

/** A field that is left out of the fingerprint, with the reason. */
interface Excluded {
  readonly excluded: string;
}

/** A cycle or a list of cycles. Only the distance into the future counts, and all past cycles are equal. */
interface Time {
  readonly time: true;
}

/** A field hashed by a custom function, with the reason. */
export interface Written<Owner = unknown> {
  readonly reason: string;
  readonly write: (value: never, walk: Walk, owner: Owner) => void;
}

/** How the fingerprint treats a field that is not included as it is. */
export type FieldRule<Owner = never> = Excluded | Time | Written<Owner>;

/**
 * The rules for the fields of a class, by name. Fields without a rule are included as they are. A class whose objects hold
 * device state declares its rules as the static `fingerprint`, next to the fields.
 */
export type FieldRules<Owner = never> = Readonly<Record<string, FieldRule<Owner>>>;

/** A cycle. */
export const TIME: Time = { time: true };

/** A field that never changes once the device has been built. */
export const FIXED: Excluded = { excluded: 'fixed when the device is created' };

/** A field that is only read by reports and run limits. */
export const REPORTED: Excluded = { excluded: 'only for reports; no unit depends on it' };

/** A field that each use resets, within one event. */
export const SCRATCH: Excluded = { excluded: 'reset by each use, and dead between events' };

/** The rules for fields that connect an object to others. */
export const CONNECTIONS = { context: FIXED, ports: FIXED, outputs: FIXED, listener: FIXED };
