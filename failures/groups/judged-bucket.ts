import type { KnownIssue } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import type { BucketForm, ShrunkFailure } from '../../harness/triage-findings/index.js';

/** A bucket, with the known issue that excuses it, and its forms if it covers several bugs. */
export type ReportedBucket = Bucket & {
  readonly known: KnownIssue | undefined;
  readonly forms: readonly BucketForm[];
  /** Its smallest shrunk failure. Absent if none was shrunk. */
  readonly shrunk?: ShrunkFailure;
};
