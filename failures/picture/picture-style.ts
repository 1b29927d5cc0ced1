import { isLively, type Terminal } from '../../base/terminal/index.js';
import { colours } from '../../base/text/index.js';
import type { PictureStyle } from './violation-picture.js';

const WIDTH_DEFAULT = 100;

/** How pictures fit a stream: its width (`COLUMNS` where it is no terminal), UTF-8 where the locale says so, colour. */
export function pictureStyle(stream: Terminal): PictureStyle {
  const { LC_ALL, LC_CTYPE, LANG, COLUMNS } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value) ?? '';
  return {
    width: stream.columns || Number(COLUMNS) || WIDTH_DEFAULT,
    unicode: /utf-?8/i.test(locale),
    colour: colours(isLively(stream)),
  };
}
