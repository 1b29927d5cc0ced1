/** The launcher's state for a wave, and the resources that the wave holds. */
export class WaveLaunch {
  /** Whether the wave's initial data is staged for launch (P-011). */
  staged = false;
  /** Whether the wave's failure to fit has already been reported. */
  refusalReported = false;
  /** The first dword of the wave's LDS allocation. */
  localFirst = 0;
  /** Number of dwords in the LDS allocation. */
  localDwords = 0;
  /** The first row of the wave's VGPRs. */
  vectorFirst = 0;
  /** Number of VGPR rows. */
  vectorRows = 0;
  /** The wave's first SGPR, if waves share SGPRs. */
  scalarFirst = 0;
  /** Number of SGPRs allocated to the wave, if waves share them. */
  scalarCount = 0;
  /** The number of the wave's scratch memory slot, or -1 if it has none. */
  scratchSlot = -1;
  /** Whether the wave has sent the message that deallocates its VGPRs. */
  releasesVectors = false;
}
