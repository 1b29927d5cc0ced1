import type { StateHash } from './state-hash.js';

/** The interface that rules use to walk over the fields of a device. */
export interface Walk {
  readonly hash: StateHash;
  /** Adds a value. */
  addValue(value: unknown): void;
  /** Adds the number of cycles from now until the given cycle. */
  addTime(cycle: number): void;
  /** Adds a wave, identified by its packer and sequence number. */
  addWave(wave: { readonly packer: number; readonly sequence: number }): void;
  /** Adds values regardless of their order. */
  addUnordered(count: number, write: (index: number, walk: Walk) => void): void;
  /** Adds the fields of an object, following the rules of its class. */
  addFields(object: object): void;
}

/** Excludes a field from the fingerprint, and says why. */
interface Excluded {
  readonly excluded: string;
}

/** Hashes a cycle as its distance into the future. All past cycles are treated as equal. */
interface Time {
  readonly time: true;
}

/** Hashes a field with a custom function, and says why. */
export interface WriteRule<Owner = unknown> {
  readonly reason: string;
  readonly write: (value: never, walk: Walk, owner: Owner) => void;
}

/** How the fingerprint treats a field that needs special handling. */
export type FieldRule<Owner = never> = Excluded | Time | WriteRule<Owner>;

/**
 * The rules for the fields of a class, by name. Fields without a rule are included unchanged. A class whose instances
 * hold device state declares its rules as the static field `fingerprint`, next to its other fields.
 */
export type FieldRules<Owner = never> = Readonly<Record<string, FieldRule<Owner>>>;

/** The rule for cycles. */
export const TIME: Time = { time: true };

/** The rule for fields that never change once the device has been built. */
export const FIXED: Excluded = { excluded: 'fixed when the device is created' };

/** The rule for fields that are read only by reports and run limits. */
export const REPORTED: Excluded = { excluded: 'only for reports; no unit depends on it' };

/** The rule for fields that are reset before each use and not carried over between events. */
export const SCRATCH: Excluded = { excluded: 'reset before each use and not carried over between events' };

/** The rules for fields that connect an object to other objects. */
export const CONNECTIONS = { context: FIXED, ports: FIXED, outputs: FIXED, listener: FIXED };
