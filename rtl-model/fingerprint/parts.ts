import type { Wave } from '../wave.js';

/**
 * The parts of the device that an event touches. An event may read a part, write to it or add to it. Two events commute
 * if, for every part they share, both only read it or both only add to it. `P` is a packer, and `S` is the sequence
 * number of a wave in it:
 *
 * | part | contents |
 * | --- | --- |
 * | `wave P.S` | the wave's position in its program, and what it is waiting for |
 * | `vm P.S` … `exp P.S` | its counters |
 * | `registers P.S`, `vectors P.S` | its registers, and the VGPRs and EXEC, which an export reads once it is granted the bus |
 * | `space P.S` | its export space |
 * | `gate P.S`, `ready P.S` | on GFX11 and later, the conditions for entering its section, and the flag they set |
 * | `held P.S` | the slot, registers and data share memory that the wave will release |
 * | `exited P.S` | whether the wave has exited; checkers compare this with the accesses of younger waves |
 * | `section P.S` | whether its exit has arrived, if that affects what the end of its program does |
 * | `exits P`, `visible P` | the exits counted by the tracker, and the exiting id that polls see |
 * | `packers`, `blocked` | the waves that packers form and queue, and whether any of them must wait |
 * | `requests P.S`, `exports` | requests for the export bus: per wave if granted by age, otherwise for all waves |
 * | `banks N` | the requests waiting for a processor's local data share |
 * | `word N` | a word of memory |
 * | `device` | everything |
 *
 * Additions to the same part are commutative. For example, a load returns, and its wave reaches the wait for that load.
 * The wave continues after the later of the two events, so both add to the counter. If an event also affects
 * anything beyond the wave, it is recorded as a write to the counter instead, because another event (such as an exit
 * arriving) may fall between that effect and the end of the wait.
 *
 * State that can never cause a conflict is not listed: the usage count when export space is unlimited, and the merger,
 * which processes waves in the order they were formed. If an event inspects a part to decide whether it touches another
 * one, it also reads the inspected part.
 */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly additions: ReadonlySet<string>;
  /** Parts to which all earlier additions must have been made before this event can occur. */
  readonly required: ReadonlySet<string>;
}

/** Formats the key of a wave, which is part of the names of parts and event subjects. */
export function formatWaveKey({ packer, sequence }: Wave): string {
  return `${packer}.${sequence}`;
}
