import type { KnownIssue } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import type { BucketForm, ShrunkFailure } from '../../harness/triage-findings/index.js';

/** A bucket with the known issue that excuses it, if any, and one form per bug if it covers several. */
export type ReportedBucket = Bucket & {
  readonly known: KnownIssue | undefined;
  readonly forms: readonly BucketForm[];
  /** The bucket's smallest shrunk failure. Absent if none was shrunk. */
  readonly shrunk?: ShrunkFailure;
};
