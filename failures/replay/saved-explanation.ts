import type { Explanation } from '../../harness/triage-findings/index.js';
import type { PictureStyle } from '../picture/violation-picture.js';
import { type ExplanationDocument, toExplanationDocument } from '../why/why-document.js';
import { writeExplanation } from '../why/why-files.js';
import { renderStandaloneCurve } from '../why/why-svg.js';
import { formatExplanation } from '../why/why-text.js';

/** What `replay --why` outputs: a JSON field, and text that ends with the names of the files written. */
export interface SavedExplanation {
  readonly document: { readonly why: ExplanationDocument };
  readonly text: (style: PictureStyle) => string;
}

/** Writes an explanation's files to a folder. */
export function saveExplanation(folder: string, why: Explanation): SavedExplanation {
  const files = writeExplanation(folder, why, renderStandaloneCurve(why));
  const fileNames = [files.svg, ...(files.nearestPass === undefined ? [] : [files.nearestPass])];
  return {
    document: { why: toExplanationDocument(why, files) },
    text: (style) => `${formatExplanation(why, style)}\n\nfiles    ${fileNames.join(', ')}`,
  };
}
