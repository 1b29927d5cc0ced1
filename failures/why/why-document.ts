import type { Why } from '../../harness/triage-findings/index.js';

/** The `why` field of `replay --why --json`. */
export type WhyDocument = Omit<Why, 'nearestPass'> & {
  /** Null if no run passed. `file` contains the passing test. */
  readonly nearestPass:
    | (Omit<NonNullable<Why['nearestPass']>, 'scenario'> & { readonly file: string })
    | null;
  /** The path of the plotted curve. */
  readonly svg: string;
};

/** The paths of an explanation's files. */
export interface WhyFiles {
  readonly svg: string;
  /** Absent if no run passed. */
  readonly nearestPass?: string;
}

/** Converts an explanation to JSON form, once its files have been written. */
export function whyDocument({ nearestPass, ...why }: Why, files: WhyFiles): WhyDocument {
  if (nearestPass === null || files.nearestPass === undefined)
    return { ...why, nearestPass: null, svg: files.svg };
  const { scenario: _, ...rest } = nearestPass;
  return { ...why, nearestPass: { ...rest, file: files.nearestPass }, svg: files.svg };
}
