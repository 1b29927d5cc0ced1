/** Failure groups and buckets that a file of a run shows. */
interface Shown {
  readonly groups: number;
  readonly buckets: number;
}

/** What the page, `report.md` and `junit.xml` show of a run with very many failures: the largest; `report --json` has all. */
export const FAILURES_SHOWN = {
  page: { groups: 200, buckets: 1000 },
  markdown: { groups: 5000, buckets: 5000 },
  junit: { groups: 5000, buckets: 5000 },
} as const satisfies Readonly<Record<string, Shown>>;
