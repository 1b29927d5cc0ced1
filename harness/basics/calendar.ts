/** Returns whether a string is a valid date, such as `2026-12-31`. */
export function isDateString(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** Returns the current date in UTC, such as `2026-12-31`. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}
