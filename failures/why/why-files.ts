import { join } from 'node:path';
import { FAILURE_FILES } from '../../base/basics/index.js';
import { writeAtomic } from '../../base/output/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import type { Explanation, NearestPass } from '../../harness/triage-findings/index.js';
import { scenarioToJson } from '../../transactions/index.js';

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
interface ExplanationFiles {
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

/** The contents of a stored explanation's files. */
export interface ExplanationTexts {
  readonly why: string;
  /** The passing test as a scenario; absent if no run passed. */
  readonly nearestPass?: string;
}

/** Writes an explanation's picture and passing scenario to a folder and returns their paths. */
export function writeExplanation(
  folder: string,
  { nearestPass }: Explanation,
  picture: string,
): { readonly svg: string; readonly nearestPass?: string } {
  const svg = join(folder, FAILURE_FILES.whyDiagram);
  writeAtomic(svg, picture);
  const file = writeNearestPass(folder, nearestPass);
  return file === undefined ? { svg } : { svg, nearestPass: file };
}

/** Stores an explanation in its failure's folder. */
export function storeExplanation(folder: string, { why, nearestPass }: ExplanationTexts): void {
  if (nearestPass !== undefined) writeAndLogHash(join(folder, FAILURE_FILES.nearestPass), nearestPass);
  writeAndLogHash(join(folder, FAILURE_FILES.why), why);
}

function writeNearestPass(folder: string, pass: NearestPass | null): string | undefined {
  if (pass === null) return undefined;
  const file = join(folder, FAILURE_FILES.nearestPass);
  writeAndLogHash(file, scenarioToJson(pass.scenario));
  return file;
}
