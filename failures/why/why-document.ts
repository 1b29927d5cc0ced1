import type { Why } from '../../harness/triage-findings/index.js';

/** The field `why` of `replay --why --json`. */
export type WhyDocument = Omit<Why, 'nearestPass'> & {
  /** Null: no run passed. `file`: the passing test. */
  readonly nearestPass:
    | (Omit<NonNullable<Why['nearestPass']>, 'scenario'> & { readonly file: string })
    | null;
  /** The curve as a picture. */
  readonly svg: string;
};

/** Where an explanation's files are. */
export interface WhyFiles {
  readonly svg: string;
  /** Absent if no run passed. */
  readonly nearestPass?: string;
}

/** The JSON form of an explanation whose files have been written. */
export function whyDocument({ nearestPass, ...why }: Why, files: WhyFiles): WhyDocument {
  if (nearestPass === null || files.nearestPass === undefined)
    return { ...why, nearestPass: null, svg: files.svg };
  const { scenario: _, ...rest } = nearestPass;
  return { ...why, nearestPass: { ...rest, file: files.nearestPass }, svg: files.svg };
}
