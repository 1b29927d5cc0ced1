import type { Bucket, BucketForm, KnownIssue } from '../regression/index.js';

/** A bucket, the known issue that excuses it, and its forms where it is several bugs. */
export type JudgedBucket = Bucket & {
  readonly known: KnownIssue | undefined;
  readonly forms: readonly BucketForm[];
  /** File of a failure of it that was shrunk; absent where none was. */
  readonly shrunk?: string;
};
