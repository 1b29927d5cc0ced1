import { isInteractive, type Terminal } from '../../base/terminal/index.js';
import { makeColours } from '../../base/text/index.js';
import type { PictureStyle } from './violation-picture.js';

const DEFAULT_WIDTH = 100;

/**
 * Returns the picture style for a stream: its width (`COLUMNS` if it is not a terminal), Unicode if the locale uses
 * UTF-8, and colour on a terminal.
 */
export function getPictureStyle(stream: Terminal): PictureStyle {
  const { LC_ALL, LC_CTYPE, LANG, COLUMNS } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value) ?? '';
  return {
    width: stream.columns || Number(COLUMNS) || DEFAULT_WIDTH,
    unicode: /utf-?8/i.test(locale),
    colour: makeColours(isInteractive(stream)),
  };
}
