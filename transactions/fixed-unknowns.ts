/**
 * Unknowns from pops.md section 10 that have no knob, each with the single behaviour that is modelled. Alternatives
 * would be faults, or are determined by registers and programs.
 */
export const FIXED_UNKNOWNS = {
  U2: 'exits count oldest first; an out-of-order exit is held until its turn',
  U3: 'a wave that never took part in ordering counts as exited when it ends; an earlier exit is fault F26',
  U6: 'the newest id may name a wave that has exited: see `falseOverlap` and `intrawaveNewest`',
  U14: 'a wave that ends without its message blocks its packer; continuing is fault F49',
  U15: 'export ready needs both export space and the exit of all overlapped waves, in either order',
  U17: 'BIN_MAPPING_MODE is random and has no effect; the other two options are not set',
  U20: 'waves with no lanes, or with only helper lanes, are not formed and are not assigned an id',
  U21: 'waves of draws without ordering are assigned an id, overlap nothing, and count as exited when they end',
  U25: 'a trap inside the section is handled and returns (`xnackAction`); there is no preemption',
  U32: 'the export that sets done counts as soon as it requests the bus, the earliest point S-092 allows; its data may leave later',
  U33: 'samples of one primitive are neither ordered nor mutually exclusive; the rules require order and exclusion only between different primitives',
} as const;
