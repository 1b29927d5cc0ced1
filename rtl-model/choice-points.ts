/**
 * The decisions left to the modelled hardware. The values identify them in recorded schedules, which are part of stored
 * scenarios, so new points are appended, and existing ones are never renumbered.
 */
export const CHOICE = {
  EVENT_ORDER: 0,
  LAUNCH_PACKER: 1,
  LAUNCH_LATENCY: 2,
  ISSUE_GAP: 3,
  LOAD_LATENCY: 4,
  STORE_LATENCY: 5,
  SCALAR_LATENCY: 6,
  RETURN_LATENCY: 7,
  MESSAGE_LATENCY: 8,
  EXIT_VISIBLE_LATENCY: 9,
  WAKE_LATENCY: 10,
  EXPORT_ALLOC_LATENCY: 11,
  EXPORT_LATENCY: 12,
  EXPORT_READY_LATENCY: 13,
  COLLISION_JUNK: 14,
  FALSE_OVERLAP: 15,
  STALE_NEWEST: 16,
  FETCH_QUEUE: 17,
  FETCH_LATENCY: 18,
  FILL_LATENCY: 19,
  LDS_LATENCY: 20,
  MISSED_OVERLAP: 21,
  INTRAWAVE_JUNK: 22,
  L0_LATENCY: 23,
  GL1_LATENCY: 24,
  WRITE_BACK_LATENCY: 25,
  CACHE_VICTIM: 26,
  XNACK: 27,
  XNACK_LATENCY: 28,
  BIN_ORDER: 29,
  OUT_OF_ORDER: 30,
  LAUNCH_SIMD: 31,
  UNSELECTED_POLL: 32,
  GDS_LATENCY: 33,
  SPURIOUS_WAKE: 34,
  LATENCY_BURST: 35,
  DESIGN_HELD: 36,
} as const;

/** The name of a choice point. */
export type ChoicePoint = keyof typeof CHOICE;
