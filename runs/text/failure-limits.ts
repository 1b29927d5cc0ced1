/** Maximum number of failure groups and buckets to show in one output file. */
interface FileLimits {
  readonly groups: number;
  readonly buckets: number;
}

/**
 * The limits for the page, `report.md` and `junit.xml`, which show only the largest; `report --json` lists them all.
 */
export const FAILURE_LIMITS = {
  page: { groups: 200, buckets: 1000 },
  markdown: { groups: 5000, buckets: 5000 },
  junit: { groups: 5000, buckets: 5000 },
} as const satisfies Readonly<Record<string, FileLimits>>;
