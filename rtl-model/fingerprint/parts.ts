import type { Wave } from '../wave.js';

/**
 * The parts of the device that an event touches. An event may read a part, write to it or add to it. Two events commute
 * if each part that both touch is either only read by both or only added to by both. `P` is a packer, and `S` is the
 * sequence number of a wave in it:
 *
 * | part | content |
 * | --- | --- |
 * | `wave P.S` | the wave's position in its program, and what it is waiting for |
 * | `vm P.S` … `exp P.S` | its counters |
 * | `registers P.S`, `vectors P.S` | its registers, and the VGPRs that an export reads once it is granted the bus |
 * | `space P.S` | its export space |
 * | `gate P.S`, `ready P.S` | on GFX11 and later, the conditions for entering its section, and the flag set by them |
 * | `held P.S` | the slot, registers and data share memory that the wave will release |
 * | `exited P.S` | whether the wave has exited; checkers compare this with the accesses of younger waves |
 * | `section P.S` | whether its exit has arrived, if the end of its program depends on that |
 * | `exits P`, `visible P` | the exits counted by the tracker, and the exiting id that polls see |
 * | `packers`, `blocked` | the waves that packers form and queue, and whether any of them must wait |
 * | `requests P.S`, `exports` | requests for the export bus: one wave's, or all waves' unless they are granted by age |
 * | `banks N` | the requests waiting for a processor's local data share |
 * | `word N` | a word of memory |
 * | `device` | everything |
 *
 * Events that add to the same part contribute to one result, and their order does not matter. For example, a load
 * returns, and its wave reaches the wait for that load. The wave continues after the later of the two events, so both
 * add to the counter. An event that also affects more than the wave writes to the counter instead, because other
 * events, such as the arrival of an exit, may come between that effect and the end of the wait.
 *
 * State that no two events can conflict over is not listed: the counts of unlimited export space, and the merger, which
 * takes waves in formation order. An event reads every part that it inspects to decide whether it touches another.
 */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly additions: ReadonlySet<string>;
  /** Parts whose earlier additions must all have happened before this event can occur. */
  readonly required: ReadonlySet<string>;
}

/** Formats the key of a wave, which is part of the names of parts and event subjects. */
export function formatWaveKey({ packer, sequence }: Wave): string {
  return `${packer}.${sequence}`;
}
