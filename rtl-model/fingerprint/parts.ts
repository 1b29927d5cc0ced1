import type { Wave } from '../wave.js';

/**
 * The parts of the device that one event touches: each is read, written or added to. Two events commute if each part that both
 * touch is only read by both, or only added to by both. `P` is a packer, `S` the sequence number of a wave in it:
 *
 * | part | content |
 * | --- | --- |
 * | `wave P.S` | the wave's position in its program, and what it waits for |
 * | `vm P.S` … `exp P.S` | its counters |
 * | `registers P.S`, `vectors P.S` | its registers, and those that an export reads once it is granted the bus |
 * | `space P.S` | its export space |
 * | `gate P.S`, `ready P.S` | the conditions for entering its section from GFX11 on, and the flag that signals them |
 * | `held P.S` | the slot, registers and data share memory that the wave releases |
 * | `left P.S` | whether the wave has exited: checkers compare it with younger waves' accesses |
 * | `section P.S` | whether its exit has arrived, if the end of its program depends on it |
 * | `exits P`, `shown P` | exits counted by the tracker, and the exiting id that polls see |
 * | `packers`, `blocked` | the waves that packers form and queue, and whether one must wait |
 * | `asks P.S`, `exports` | requests for the export bus: one wave's, and all of them unless exports are granted by age alone |
 * | `banks N` | the requests waiting for a processor's local data share |
 * | `word N` | a word of memory |
 * | `device` | everything |
 *
 * Events that add to a part jointly complete something, in whatever order. Example: a load returns, and its wave
 * reaches the wait for it. The wave continues after the later of the two, so both add to the counter. An event that
 * also affects others writes the counter instead, since what happens between that effect and the end of the wait, such
 * as an exit's arrival, may matter.
 *
 * State on which all events commute is not a part: counts of unlimited export space, and the merger, which takes waves in
 * formation order. An event reads the parts it inspects to decide whether it touches another.
 */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly adds: ReadonlySet<string>;
  /** Parts that the event needs complete: it cannot occur before all earlier additions to them. */
  readonly needs: ReadonlySet<string>;
}

/** A wave's name, as used in part names. */
export function nameOf({ packer, sequence }: Wave): string {
  return `${packer}.${sequence}`;
}
