/** Formats a time (ISO 8601) to the minute: `2026-11-22 01:00`. */
export function formatMinute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
