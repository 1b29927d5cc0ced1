const WAIT_BINS = 256;

/** Coverage counters for a run of the ordering protocol. */
export class ProtocolCoverage {
  /** Number of waves, by cycles from launch to entry. The last bin includes all longer waits. */
  readonly waitCycles = new Uint32Array(WAIT_BINS);
  /** Number of launches, by number of live waves including the new one. */
  readonly occupancy: Uint32Array;

  constructor(slots: number) {
    this.occupancy = new Uint32Array(slots + 1);
  }

  sampleLaunch(liveWaves: number): void {
    this.occupancy[liveWaves]++;
  }

  sampleEntry(waitCycles: number): void {
    this.waitCycles[waitCycles < WAIT_BINS ? waitCycles : WAIT_BINS - 1]++;
  }
}
