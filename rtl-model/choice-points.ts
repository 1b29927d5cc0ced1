/**
 * Every decision that the modelled hardware is free to take, by the number that a recorded schedule carries.
 * Numbers are part of stored scenarios: new points are appended, none is renumbered.
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
} as const;
