/** Failures in one bucket that shrank to the same form. */
export interface BucketForm {
  readonly form: string;
  /** The ids of the tests, in plan order. */
  readonly tests: readonly string[];
  /** The command that reproduces the first test. */
  readonly repro: string;
}
