import type { WaveState, WaveStory } from '../../../timeline/index.js';
import type { Span } from './viewer-state.js';
import { type Sign, waveSigns } from './wave-signs.js';

/** The font for labels. */
export const TEXT = '12px system-ui, sans-serif';
const NUMBERS = 'bold 12px system-ui, sans-serif';
/** The height of a wave's track in pixels. */
export const TRACK = 24;
/** The minimum distance between event markers, in pixels. */
const SIGN_WIDTH = 9;
/** With more cycles per pixel than this, accesses and event markers are not drawn. */
const DETAIL_CYCLES = 12;

/** The style sheet's name for each state's colour. */
const COLOUR_OF: Readonly<Record<WaveState, string>> = {
  formed: '--state-launch',
  'waiting-for-launch': '--state-launch',
  loading: '--state-load',
  running: '--state-run',
  'waiting-for-entry': '--state-wait',
  asleep: '--state-sleep',
  'at-barrier': '--state-wait',
  'in-section': '--state-section',
  leaving: '--state-leave',
  ended: '--state-end',
};

/** What drawing a wave needs: the canvas, the columns between which to draw, and the cycles they represent. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly span: Span;
  readonly left: number;
  readonly right: number;
  readonly x: (cycle: number) => number;
  readonly colour: (name: string) => string;
}

const signsOf = new WeakMap<WaveStory, readonly Sign[]>();

/** Draws a wave's visible states, accesses and event markers on the track that starts at `y`. */
export function drawWave(pen: Pen, wave: WaveStory, y: number): void {
  const { span, context: c } = pen;
  const [start, end] = [wave.phases[0]?.first, wave.phases.at(-1)?.last];
  if (start === undefined || end === undefined || end < span.first || start > span.last) return;
  for (const { state, first, last } of wave.phases) {
    if (last < span.first || first > span.last) continue;
    const isQueued = state === 'formed' || state === 'waiting-for-launch';
    const from = Math.max(pen.x(first), pen.left);
    const to = Math.min(pen.x(last), pen.right);
    c.fillStyle = pen.colour(COLOUR_OF[state]);
    c.fillRect(from, y + (isQueued ? 11 : 3), Math.max(1, to - from), isQueued ? 2 : TRACK - 10);
  }
  if ((span.last - span.first) / (pen.right - pen.left) <= DETAIL_CYCLES) {
    drawAccesses(pen, wave, y + TRACK - 6);
    drawSigns(pen, wave, y + 10);
  }
  const from = Math.max(pen.x(launchOf(wave) ?? start), pen.left) + 3;
  const textWidth = Math.min(pen.x(end), pen.right) - from;
  if (textWidth < 26) return;
  c.fillStyle = pen.colour('--text');
  c.font = NUMBERS;
  c.fillText(`${wave.wave}`, from, y + 10, textWidth);
  c.font = TEXT;
}

function launchOf({ phases }: WaveStory): number | undefined {
  return phases.find(({ state }) => state === 'loading')?.first;
}

/** Draws a wave's event markers. Where markers would overlap, only the first is drawn. */
function drawSigns(pen: Pen, wave: WaveStory, y: number): void {
  const { first, last } = pen.span;
  const signs = signsOf.get(wave) ?? waveSigns(wave);
  signsOf.set(wave, signs);
  // Leave room for the wave's number, which is drawn at its launch.
  let free = pen.x(Math.max(launchOf(wave) ?? first, first)) + 3 * SIGN_WIDTH;
  pen.context.fillStyle = pen.colour('--text');
  for (const { sign, cycle } of signs) {
    if (cycle > last) return;
    const x = pen.x(cycle);
    if (cycle < first || x < free) continue;
    pen.context.fillText(sign, x - 1, y);
    free = x + SIGN_WIDTH;
  }
}

function drawAccesses(pen: Pen, { accesses }: WaveStory, y: number): void {
  const { context: c, span } = pen;
  c.fillStyle = pen.colour('--access');
  for (const { issued, performed, returned, ordered } of accesses) {
    if (issued.cycle > span.last) break;
    const end = returned ?? span.last;
    if (end < span.first) continue;
    const performedX = pen.x(performed.at(-1)?.cycle ?? end);
    const from = pen.x(issued.cycle);
    c.globalAlpha = ordered ? 1 : 0.45;
    c.fillRect(from, y, Math.max(1, performedX - from), 4);
    c.globalAlpha = ordered ? 0.45 : 0.2;
    c.fillRect(performedX, y, Math.max(0, pen.x(end) - performedX), 4);
  }
  c.globalAlpha = 1;
}
