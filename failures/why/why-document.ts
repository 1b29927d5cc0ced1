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

/** Where the files of an explanation are. */
export interface WhyFiles {
  readonly svg: string;
  /** Absent where no run passed. */
  readonly nearestPass?: string;
}

/** What a program reads of an explanation whose files have been written. */
export function whyDocument({ nearestPass, ...why }: Why, files: WhyFiles): WhyDocument {
  if (nearestPass === null || files.nearestPass === undefined)
    return { ...why, nearestPass: null, svg: files.svg };
  const { scenario: _, ...told } = nearestPass;
  return { ...why, nearestPass: { ...told, file: files.nearestPass }, svg: files.svg };
}
