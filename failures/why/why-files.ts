import { join } from 'node:path';
import { FAILURE_FILES } from '../../harness/basics/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { writeAndLogHash } from '../../harness/run-directory/index.js';
import type { Explanation, ExplanationFindings, NearestPass } from '../../harness/triage-findings/index.js';
import { scenarioToJson } from '../../transactions/index.js';
import type { PictureStyle } from '../picture/violation-picture.js';
import { formatExplanation, renderStandaloneCurve } from './why-text.js';

/** The contents of a stored explanation's files. */
export interface ExplanationTexts {
  readonly why: string;
  /** The passing test as a scenario; absent if no run passed. */
  readonly nearestPass?: string;
}

/** Returns what an explanation's JSON contains about the nearest passing run. */
export function withoutScenario({ scenario: _, ...rest }: NearestPass): ExplanationFindings['nearestPass'] {
  return rest;
}

/**
 * Writes an explanation's plotted curve and its passing test, if any, to a folder. Returns what `replay --why` outputs: a
 * JSON field, and text that ends with the names of the files.
 */
export function saveExplanation(folder: string, why: Explanation) {
  const { nearestPass, ...explanation } = why;
  const svg = join(folder, FAILURE_FILES.whyDiagram);
  writeAtomic(svg, renderStandaloneCurve(why));
  const file = join(folder, FAILURE_FILES.nearestPass);
  if (nearestPass !== null) writeAndLogHash(file, scenarioToJson(nearestPass.scenario));
  const pass = nearestPass && { ...withoutScenario(nearestPass), file };
  const files = [svg, ...(nearestPass === null ? [] : [file])].join(', ');
  return {
    document: { why: { ...explanation, nearestPass: pass, svg } },
    text: (style: PictureStyle) => `${formatExplanation(why, style)}\n\nfiles    ${files}`,
  };
}

/** Stores an explanation in its failure's folder. */
export function storeExplanation(folder: string, { why, nearestPass }: ExplanationTexts): void {
  if (nearestPass !== undefined) writeAndLogHash(join(folder, FAILURE_FILES.nearestPass), nearestPass);
  writeAndLogHash(join(folder, FAILURE_FILES.why), why);
}
