import type { Wave } from '../wave.js';
import type { StateHash } from './state-hash.js';

/** The walk over the fields of a device, as rules see it. */
export interface Walk {
  readonly hash: StateHash;
  /** Adds a value. */
  value(value: unknown): void;
  /** Adds how far a cycle lies ahead. */
  time(cycle: number): void;
  /** Adds a wave by its name. */
  wave(wave: Wave): void;
  /** Adds values whose order means nothing. */
  unordered(count: number, write: (at: number, walk: Walk) => void): void;
  /** Adds the fields of an object, by the rules of its class. */
  fields(object: object): void;
}

/** How the fingerprint takes in a field that is not simply part of it. */
export type FieldRule =
  | {
      /** Not part of it, for this reason. */
      readonly leftOut: string;
    }
  | {
      /** A cycle, or a list of cycles: only how far it lies ahead counts, and all that lies in the past is alike. */
      readonly time: true;
    }
  | {
      /** Written in a way of its own, for this reason. */
      readonly why: string;
      readonly write: (value: never, walk: Walk, owner: object) => void;
    };

/** Rules for fields of one class, by name; all other fields are part of the fingerprint as they are. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** A class and the rules of its fields. */
export type ClassRules = readonly (readonly [unknown, FieldRules])[];

/** A cycle. */
export const TIME: FieldRule = { time: true };

/** A field that never changes after the device was made. */
export const FIXED: FieldRule = { leftOut: 'fixed when the device is made' };

/** What only reports and limits of a run read. */
export const REPORTED: FieldRule = { leftOut: 'no unit decides anything by it; it is for reports' };

/** What is set anew by each use, within one event. */
export const SCRATCH: FieldRule = { leftOut: 'set anew by each use, and dead between events' };
