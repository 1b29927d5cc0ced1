import type { StateWalk } from './state-walk.js';

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
      readonly write: (value: never, walk: StateWalk, owner: object) => void;
    };

/** Rules for fields of one class, by name; all other fields are part of the fingerprint as they are. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** A cycle. */
export const TIME: FieldRule = { time: true };

/** A field that never changes after the device was made. */
export const FIXED: FieldRule = { leftOut: 'fixed when the device is made' };

/** What only reports and limits of a run read. */
export const REPORTED: FieldRule = { leftOut: 'no unit decides anything by it; it is for reports' };

/** What is set anew by each use, within one event. */
export const SCRATCH: FieldRule = { leftOut: 'set anew by each use, and dead between events' };
