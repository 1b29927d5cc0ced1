import type { Wave } from '../wave.js';

/**
 * What one event touches: names of parts of the device, each read, written or added to. Two events commute, and leave the same device in
 * either order, if each part that both touch is only read by both, or only added to by both. `P` is a packer, `S` the running
 * number of a wave in it:
 *
 * | part | what |
 * | --- | --- |
 * | `wave P.S` | where the wave is in its program, and what it waits for |
 * | `vm P.S` … `exp P.S` | its counters |
 * | `registers P.S`, `vectors P.S` | its registers, and those that an export reads when it gets the bus |
 * | `space P.S` | its export space |
 * | `gate P.S`, `ready P.S` | what lets it into its section on GFX11, and the flag that says so |
 * | `held P.S` | slot, registers and data share that the wave gives back |
 * | `left P.S` | whether the wave has exited: judges compare it with accesses of younger waves |
 * | `section P.S` | whether its exit has arrived, where the end of its program asks for that |
 * | `exits P`, `shown P` | exits as the tracker counts them, and the exiting id that polls see |
 * | `packers`, `blocked` | what packers form and queue, and whether one has to wait |
 * | `asks P.S`, `exports` | what waits for the export bus, of one wave, and of all where exports do not go by age alone |
 * | `banks N` | what waits for the local data share of a processor |
 * | `word N` | a word of memory |
 * | `device` | everything |
 *
 * Events that add to a part complete something together, in any order. Example: a load returns, and its wave reaches the wait for it.
 * The wave continues after the later of the two, so both add to the counter. An event that also affects others writes the counter
 * instead, since what happens between that effect and the end of the wait may matter, such as the arrival of an exit.
 *
 * What commutes by itself is no part: counts of export space that never runs out, and the merger, which takes waves in the
 * order of their formation. What an event looks at to decide whether it touches a part is a part that it reads.
 */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly adds: ReadonlySet<string>;
  /** Parts to which all had to be added before: the event comes in no order before those that did. */
  readonly needs: ReadonlySet<string>;
}

/** How parts name a wave. */
export function nameOf({ packer, sequence }: Wave): string {
  return `${packer}.${sequence}`;
}
