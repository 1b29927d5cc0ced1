import type { Why } from '../../harness/triage-findings/index.js';
import type { PictureStyle } from '../picture/violation-picture.js';
import { type WhyDocument, whyDocument } from '../why/why-document.js';
import { writeWhy } from '../why/why-files.js';
import { whySvg } from '../why/why-svg.js';
import { whyText } from '../why/why-text.js';

/** The result of `replay --why`: a field for the document, and text that ends with the file names. */
export interface StoredWhy {
  readonly document: { readonly why: WhyDocument };
  readonly text: (style: PictureStyle) => string;
}

/** Writes an explanation's files to a folder. */
export function storeWhy(folder: string, why: Why): StoredWhy {
  const files = writeWhy(folder, why, whySvg(why));
  const named = [files.svg, ...(files.nearestPass === undefined ? [] : [files.nearestPass])];
  return {
    document: { why: whyDocument(why, files) },
    text: (style) => `${whyText(why, style)}\n\nfiles    ${named.join(', ')}`,
  };
}
