import type { StateHash } from './state-hash.js';

/** The walk over the fields of a device, as rules see it. */
export interface Walk {
  readonly hash: StateHash;
  /** Adds a value. */
  value(value: unknown): void;
  /** Adds how far a cycle lies ahead. */
  time(cycle: number): void;
  /** Adds a wave by its name. */
  wave(wave: { readonly packer: number; readonly sequence: number }): void;
  /** Adds values whose order means nothing. */
  unordered(count: number, write: (at: number, walk: Walk) => void): void;
  /** Adds the fields of an object, by the rules of its class. */
  fields(object: object): void;
}

/** Not part of the fingerprint, for this reason. */
interface LeftOut {
  readonly leftOut: string;
}

/** A cycle, or a list of cycles: only how far it lies ahead counts, and all that lies in the past is alike. */
interface Time {
  readonly time: true;
}

/** Written in a way of its own, for this reason. */
export interface Written<Owner = unknown> {
  readonly why: string;
  readonly write: (value: never, walk: Walk, owner: Owner) => void;
}

/** How the fingerprint takes in a field that is not simply part of it. */
export type FieldRule<Owner = never> = LeftOut | Time | Written<Owner>;

/**
 * Rules for fields of one class, by name; all other fields are part of the fingerprint as they are. A class whose objects hold state of
 * the device has its rules as the static `fingerprint`, beside the fields.
 */
export type FieldRules<Owner = never> = Readonly<Record<string, FieldRule<Owner>>>;

/** A cycle. */
export const TIME: Time = { time: true };

/** A field that never changes after the device was made. */
export const FIXED: LeftOut = { leftOut: 'fixed when the device is made' };

/** What only reports and limits of a run read. */
export const REPORTED: LeftOut = { leftOut: 'no unit decides anything by it; it is for reports' };

/** What is set anew by each use, within one event. */
export const SCRATCH: LeftOut = { leftOut: 'set anew by each use, and dead between events' };

/** What an object is joined to. */
export const JOINED = { context: FIXED, ports: FIXED, outputs: FIXED, listener: FIXED };
