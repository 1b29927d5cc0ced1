/** The export path's state for a wave. */
export class WaveExports {
  hasSpace = false;
  /** Whether export space has been requested but not granted yet. */
  awaitsSpace = false;
  /** Whether the wave may enter its section (GFX11). */
  ready = false;
  /** Whether the flag that sets `ready` has been sent. */
  readyScheduled = false;
  /** Whether the export with `done` has been issued. */
  doneIssued = false;
}
