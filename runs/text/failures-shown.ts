/** Failure groups and buckets shown in a file of a run. */
interface Shown {
  readonly groups: number;
  readonly buckets: number;
}

/**
 * Limits of the page, `report.md` and `junit.xml`, which show only the largest; `report --json` has them all.
 */
export const FAILURES_SHOWN = {
  page: { groups: 200, buckets: 1000 },
  markdown: { groups: 5000, buckets: 5000 },
  junit: { groups: 5000, buckets: 5000 },
} as const satisfies Readonly<Record<string, Shown>>;
