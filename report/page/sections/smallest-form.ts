import type { ShrunkFailure } from '../../../regression/index.js';
import { shrunkLine, shrunkPicture, shrunkSize } from '../../shrunk-line.js';
import { type Html, h } from '../html.js';
import { commandLine, textPicture } from '../parts.js';
import { PAGE_PICTURE } from '../shown-run.js';
import { drawnViolation } from '../svg/violation-picture.js';

/** The smallest form of a failure that triage found: its size, its line with its file, and its picture. */
export function smallestFormParts(shrunk: ShrunkFailure | undefined): Html[] {
  if (shrunk === undefined) return [];
  const picture = shrunkPicture(shrunk, PAGE_PICTURE);
  return [
    h(
      'p',
      {},
      `Smallest form (${shrunkSize(shrunk)})${shrunk.observed === '' ? '' : `: ${shrunk.observed}`}`,
    ),
    commandLine(shrunkLine(shrunk)),
    ...(shrunk.witness === undefined ? [] : drawnViolation(shrunk.scenario, shrunk.witness)),
    ...(picture.length === 0 ? [] : [textPicture('The smallest form', picture)]),
  ];
}
