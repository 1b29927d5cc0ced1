import { wrapText } from '../../base/text/index.js';
import type { Violation } from '../../transactions/index.js';
import { Canvas } from './canvas.js';
import type { Glyphs } from './glyphs.js';

const INDENT = 2;
const FRAME = 4;
const MAX_BOX_WIDTH = 76;

/** A wave or packer in a wait-for chain, and why it waits, both parsed from a hang's steps. */
export interface WaitLink {
  readonly waiter: string;
  readonly reason: string;
}

const WAITER_AND_REASON = /^(wave \d+ \([^)]*\)|packer \d+) (.+)$/;

/**
 * Draws a hang's wait-for chain: a box per wave or packer, each waiting for the next. Returns undefined if the
 * violation's steps contain no chain.
 */
export function drawWaitChain(violation: Violation, width: number, glyphs: Glyphs): Canvas | undefined {
  const { links, closing } = findWaitLinks(violation);
  if (links.length === 0) return undefined;
  const innerWidth = Math.max(1, Math.min(MAX_BOX_WIDTH, width - INDENT) - FRAME);
  const canvas = new Canvas(width);
  links.forEach((link, i) => {
    if (i > 0) canvas.put(canvas.height, INDENT + FRAME, `${glyphs.arrow} waits for`, 'dim');
    drawBox(canvas, link, innerWidth, glyphs, i === links.length - 1);
  });
  if (closing === undefined) return canvas;
  canvas.put(canvas.height, INDENT + FRAME, glyphs.arrow, 'alarm');
  for (const line of wrapText(closing, width - INDENT - FRAME)) {
    canvas.put(canvas.height, INDENT + FRAME, line, 'alarm');
  }
  return canvas;
}

/** Returns the waves and packers in a hang's chain, if any, and the last step if it describes something else. */
export function findWaitLinks({ rule, steps }: Violation): {
  readonly links: readonly WaitLink[];
  readonly closing: string | undefined;
} {
  const links = rule.startsWith('HANG') ? steps.flatMap((step) => parseLink(step)) : [];
  const last = steps.at(-1);
  return { links, closing: last === undefined || WAITER_AND_REASON.test(last) ? undefined : last };
}

function parseLink(step: string): WaitLink[] {
  const match = WAITER_AND_REASON.exec(step);
  return match === null ? [] : [{ waiter: match[1], reason: match[2] }];
}

/** Draws a link. The last one is highlighted, because that is where to start looking. */
function drawBox(
  canvas: Canvas,
  { waiter, reason }: WaitLink,
  innerWidth: number,
  glyphs: Glyphs,
  isLast: boolean,
): void {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = glyphs.corners;
  const edge = glyphs.horizontal.repeat(innerWidth + 2);
  const top = canvas.height;
  const text = [...wrapText(waiter, innerWidth), ...wrapText(reason, innerWidth)];
  const tone = isLast ? 'alarm' : 'plain';
  canvas.put(top, INDENT, `${upperLeft}${edge}${upperRight}`, tone);
  text.forEach((line, i) => {
    const row = top + 1 + i;
    canvas.put(row, INDENT, glyphs.vertical, tone);
    canvas.put(row, INDENT + 2, line, i === 0 ? 'wave' : 'plain');
    canvas.put(row, INDENT + innerWidth + 3, glyphs.vertical, tone);
  });
  canvas.put(canvas.height, INDENT, `${lowerLeft}${edge}${lowerRight}`, tone);
}
