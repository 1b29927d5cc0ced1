import { type Why, writeWhy } from '../regression/index.js';
import { type PictureStyle, type WhyDocument, whyDocument, whySvg, whyText } from '../report/index.js';

/** Result of `replay --why`: a field of the document, and a text that ends with the files. */
export interface ToldWhy {
  readonly document: { readonly why: WhyDocument };
  readonly text: (style: PictureStyle) => string;
}

/** Writes the files of an explanation into a folder. */
export function toldWhy(folder: string, why: Why): ToldWhy {
  const files = writeWhy(folder, why, whySvg(why));
  const named = [files.svg, ...(files.nearestPass === undefined ? [] : [files.nearestPass])];
  return {
    document: { why: whyDocument(why, files) },
    text: (style) => `${whyText(why, style)}\n\nfiles    ${named.join(', ')}`,
  };
}
