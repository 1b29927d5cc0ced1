import type { Explanation } from '../../harness/triage-findings/index.js';

/** The `why` field of `replay --why --json`. */
export type ExplanationDocument = Omit<Explanation, 'nearestPass'> & {
  /** Null if no run passed. `file` contains the passing test. */
  readonly nearestPass:
    | (Omit<NonNullable<Explanation['nearestPass']>, 'scenario'> & { readonly file: string })
    | null;
  /** The path of the plotted curve. */
  readonly svg: string;
};

/** The paths of an explanation's files. */
export interface ExplanationFiles {
  readonly svg: string;
  /** Absent if no run passed. */
  readonly nearestPass?: string;
}

/** Converts an explanation, whose files must already be written, to JSON form. */
export function toExplanationDocument(
  { nearestPass, ...explanation }: Explanation,
  files: ExplanationFiles,
): ExplanationDocument {
  if (nearestPass === null || files.nearestPass === undefined)
    return { ...explanation, nearestPass: null, svg: files.svg };
  const { scenario: _, ...rest } = nearestPass;
  return { ...explanation, nearestPass: { ...rest, file: files.nearestPass }, svg: files.svg };
}
