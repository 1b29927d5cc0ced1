/** The model's reading of a statement that documents contradict or leave open, or that is modelled in part. */
export interface Reading {
  /** What the statement says, as far as the model departs from it or chooses. */
  readonly says: string;
  readonly modelled: string;
  readonly why: string;
}

/** Statements that can be judged, but not in every word; `docs/fidelity.md` shows them. */
export const READINGS: Readonly<Record<string, Reading>> = {
  'S-095': {
    says: 'a scope instance ends with its subpass',
    modelled: 'every scenario is one subpass',
    why: 'barriers of the driver separate subpasses, so their waves never meet',
  },
  'S-128': {
    says: 'depth samples must equal the exposed samples',
    modelled: 'CFG-09 refuses fewer depth samples and allows more',
    why: 'more do no harm, since the smaller number counts, and a driver that passes conformance tests writes 8 always; with 16 exposed samples there is no equal number (pops.md 7)',
  },
  'S-129': {
    says: 'the bug may result in a hang',
    modelled: 'a packer hangs in a run in four, and otherwise misses overlaps',
    why: 'no source says how often or why; the driver speaks of missed overlap',
  },
  'P-043': {
    says: 'GL2 is 4 x 256 KB',
    modelled: 'lines and channels, and no limit of size',
    why: 'a line that leaves GL2 comes back with the same data, only later, and nothing in the sources says how much later',
  },
  'P-104': {
    says: 'a miss of the instruction cache is translated by UTC and asks GL1',
    modelled:
      'a miss allocates its line and fills it once, `fillLatency` later, which WIRE-06 judges; UTC and GL1 take no part in it',
    why: 'no source says what a wave does whose instructions cannot be translated',
  },
  'P-113': {
    says: 'pairs of sequencers cooperate for local data and texture',
    modelled: 'SIMDs 0 and 1 of a processor are one pair for both, and so are 2 and 3',
    why: 'the text speaks of pairs that share both, and names SIMD0 and SIMD1',
  },
  'P-126': {
    says: 'the local data share goes round the SIMDs if all ask',
    modelled: 'direct reads go to the pairs in turn, and to the two of a pair in turn',
    why: 'P-136 speaks of two SIMDs only; two requests of 16 dwords fill the 128 bytes of a clock (P-133)',
  },
  'P-136': {
    says: 'direct reads that touch different banks are served together',
    modelled: 'those of a pair are; reads and indexed accesses have cycles of their own, in turn',
    why: 'one scheduler serves the memory (P-132), and no source lets both kinds share a cycle',
  },
  'P-139': {
    says: 'one of the nominated indexed accesses is picked',
    modelled: 'the sequencers in turn',
    why: 'no source says how; turns keep no sequencer waiting for ever',
  },
  'X-010': {
    says: 'a request returns 8 or 16 dwords',
    modelled: 'one dword from each bank that a parameter can lie in, which are eight',
    why: 'the parameters of a primitive lie four dwords apart, so that a request never reaches 16',
  },
};
