import type { Explanation } from '../../harness/triage-findings/index.js';
import type { PictureStyle } from '../picture/violation-picture.js';
import { type ExplanationDocument, toExplanationDocument } from '../why/why-document.js';
import { writeExplanation } from '../why/why-files.js';
import { renderStandaloneCurve } from '../why/why-svg.js';
import { formatExplanation } from '../why/why-text.js';

/** The result of `replay --why`: a field for the document, and text that ends with the file names. */
export interface StoredWhy {
  readonly document: { readonly why: ExplanationDocument };
  readonly text: (style: PictureStyle) => string;
}

/** Writes an explanation's files to a folder. */
export function storeWhy(folder: string, why: Explanation): StoredWhy {
  const files = writeExplanation(folder, why, renderStandaloneCurve(why));
  const named = [files.svg, ...(files.nearestPass === undefined ? [] : [files.nearestPass])];
  return {
    document: { why: toExplanationDocument(why, files) },
    text: (style) => `${formatExplanation(why, style)}\n\nfiles    ${named.join(', ')}`,
  };
}
