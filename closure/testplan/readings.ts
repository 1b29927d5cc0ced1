import { lookup } from '../../arch/index.js';

/**
 * How the model interprets a statement on which the documents disagree or are silent, or that it models only in part.
 */
export interface Reading {
  /** The part of the statement that the model interprets or departs from. */
  readonly says: string;
  readonly modelled: string;
  readonly reason: string;
}

/** Statements that the testbench checks, but not word for word; shown in `docs/fidelity.md`. */
export const READINGS: Readonly<Record<string, Reading>> = lookup({
  'S-095': {
    says: 'a scope instance ends with its subpass',
    modelled: 'every scenario is one subpass',
    reason: 'driver barriers separate subpasses, so their waves never overlap',
  },
  'S-128': {
    says: 'depth samples must equal the exposed samples',
    modelled: 'CFG-09 rejects fewer depth samples and allows more',
    reason:
      'having more is harmless, since the smaller number applies; a driver that passes conformance tests always writes 8; no depth sample count matches 16 exposed samples (pops.md 7)',
  },
  'S-129': {
    says: 'the bug may result in a hang',
    modelled: 'a packer hangs in one run in four and misses overlaps in the others',
    reason: 'no source says how often or why; the driver mentions missed overlap',
  },
  'P-039': {
    says: 'one scan converter outputs 24 pixels per cycle',
    modelled:
      'each of three packers takes at most eight pixels per cycle, which LAUNCH-11 checks; `quadsPerCycle` allows fewer',
    reason:
      'the transaction stream contains waves, not quads, and no source says how long the rasteriser takes for a primitive',
  },
  'P-043': {
    says: 'GL2 is 4 x 256 KB',
    modelled: 'lines and channels are modelled, but size is unlimited',
    reason:
      'a line that leaves GL2 comes back from memory with the same data, after a delay that no source specifies',
  },
  'P-104': {
    says: 'an instruction cache miss is translated by UTC and requested from GL1',
    modelled:
      'a miss allocates its line and fills it once, `fillLatency` later, which WIRE-06 checks; UTC and GL1 are not involved',
    reason: 'no source says what happens to a wave whose instruction addresses cannot be translated',
  },
  'P-113': {
    says: 'pairs of sequencers cooperate for local data and texture',
    modelled: 'SIMDs 0 and 1 of a processor are a pair for both purposes, and so are 2 and 3',
    reason: 'the text describes pairs that share both, and names SIMD0 and SIMD1',
  },
  'P-126': {
    says: 'the local data share serves the SIMDs in turn if all make requests',
    modelled: 'the pairs take turns at direct reads, as do the two SIMDs of a pair',
    reason: 'P-136 describes only two SIMDs; two requests of 16 dwords fill the 128 bytes of a clock (P-133)',
  },
  'P-136': {
    says: 'direct reads that touch different banks are served together',
    modelled:
      'direct reads within a pair are served together; direct reads and indexed accesses alternate, in separate cycles',
    reason: 'one scheduler serves the memory (P-132), and no source says that both kinds can share a cycle',
  },
  'P-139': {
    says: 'one of the nominated indexed accesses is picked',
    modelled: 'the sequencers take turns',
    reason: 'no source says how; round-robin guarantees that no sequencer starves',
  },
  'P-141': {
    says: 'the addresses of a FLAT access that belong to local data go to the local data share',
    modelled:
      'no FLAT address maps to local data, so the data share gets only commands, which WIRE-08 checks',
    reason: 'compilers access local data through dedicated instructions',
  },
  'X-010': {
    says: 'a request returns 8 or 16 dwords',
    modelled: 'one dword from each of the eight banks that can hold a parameter',
    reason: 'the parameters of a primitive are four dwords apart, so a request never reaches 16',
  },
});
