import type { WaveState, WaveTimeline } from '../../timeline/run-timeline.js';
import type { MarkKind } from '../../timeline/wave-life.js';
import type { Span } from './viewer-state.js';

interface Marker {
  readonly symbol: string;
  readonly cycle: number;
}

/**
 * The symbol for each kind of event. Lifetime events use the same symbols as in failure pictures; messages and exports
 * have their own.
 */
const MARKER_SYMBOLS: Readonly<Partial<Record<MarkKind | 'message-sent' | 'exported', string>>> = {
  poll: 'p',
  entry: '[',
  'exit-sent': ']',
  'message-sent': 'm',
  exported: 'x',
  'exit-counted': 'C',
  'exit-visible': 'V',
  ended: 'E',
};

/** Returns a wave's markers in cycle order. Within a cycle, the most informative one comes first. */
function collectMarkers({ life, transactions }: WaveTimeline): Marker[] {
  const lifeMarkers = life.marks.flatMap(({ kind, cycle }) => {
    const symbol = MARKER_SYMBOLS[kind];
    return symbol === undefined ? [] : [{ symbol, cycle }];
  });
  const sentMarkers = transactions.flatMap(({ kind, cycle }) =>
    kind === 'message-sent' || kind === 'exported' ? [{ symbol: MARKER_SYMBOLS[kind]!, cycle }] : [],
  );
  const rank = ({ symbol }: Marker): number => '[]CVExmp'.indexOf(symbol);
  return [...lifeMarkers, ...sentMarkers].sort((a, b) => a.cycle - b.cycle || rank(a) - rank(b));
}

/** The height of the axis in pixels. */
export const AXIS_HEIGHT = 22;
/** The minimum distance between labelled ticks, in pixels. */
const TICK_WIDTH = 90;

/** Draws the cycle axis above the rows. */
export function drawAxis({ context: c, span: { first, last }, left, right, x, colour }: DrawContext): void {
  c.fillStyle = colour('--background');
  c.fillRect(0, 0, right, AXIS_HEIGHT);
  const step = findNiceStep(((last - first) / Math.max(1, right - left)) * TICK_WIDTH);
  c.fillStyle = colour('--muted');
  for (let cycle = Math.ceil(first / step) * step; cycle <= last; cycle += step) {
    c.fillRect(x(cycle), AXIS_HEIGHT - 5, 1, 5);
    c.fillText(cycle.toLocaleString('en-US'), x(cycle) + 3, AXIS_HEIGHT / 2);
  }
  c.fillText('cycle', 4, AXIS_HEIGHT / 2);
}

/** The cycles marked across all rows. */
interface Marks {
  readonly selected: number;
  readonly violation: number | undefined;
}

/** Draws the vertical marker lines across all rows. */
export function drawMarks(pen: DrawContext, { selected, violation }: Marks, height: number): void {
  if (violation !== undefined) drawLine(pen, violation, '--cursor', height, [4, 3]);
  drawLine(pen, selected, '--select', height, []);
}

function drawLine(pen: DrawContext, cycle: number, colour: string, height: number, dashes: number[]): void {
  const x = pen.x(cycle);
  if (x < pen.left) return;
  const c = pen.context;
  c.strokeStyle = pen.colour(colour);
  c.lineWidth = 1.5;
  c.setLineDash(dashes);
  c.beginPath();
  c.moveTo(x, 0);
  c.lineTo(x, height);
  c.stroke();
  c.setLineDash([]);
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is at least `minimum`. */
function findNiceStep(minimum: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, minimum))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= minimum) ?? 10 * power;
}

export const LABEL_FONT = '12px system-ui, sans-serif';
const NUMBER_FONT = 'bold 12px system-ui, sans-serif';
/** The height of a wave's track in pixels. */
export const TRACK_HEIGHT = 24;
/** The minimum distance between event markers, in pixels. */
const MARKER_WIDTH = 9;
/** Accesses and event markers are drawn only up to this many cycles per pixel. */
const DETAIL_CYCLES = 12;

/** The CSS custom properties of the states' colours. */
const STATE_COLOURS: Readonly<Record<WaveState, string>> = {
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

/** Everything needed to draw a wave: the canvas, its horizontal extent, and the visible cycles. */
export interface DrawContext {
  readonly context: CanvasRenderingContext2D;
  readonly span: Span;
  readonly left: number;
  readonly right: number;
  readonly x: (cycle: number) => number;
  readonly colour: (name: string) => string;
}

const markersByWave = new WeakMap<WaveTimeline, readonly Marker[]>();

/** Draws a wave's visible states, accesses and event markers on the track that starts at `y`. */
export function drawWave(pen: DrawContext, wave: WaveTimeline, y: number): void {
  const { span, context: c } = pen;
  const [start, end] = [wave.phases[0]?.first, wave.phases.at(-1)?.last];
  if (start === undefined || end === undefined || end < span.first || start > span.last) return;
  for (const { state, first, last } of wave.phases) {
    if (last < span.first || first > span.last) continue;
    const isQueued = state === 'formed' || state === 'waiting-for-launch';
    const from = Math.max(pen.x(first), pen.left);
    const to = Math.min(pen.x(last), pen.right);
    c.fillStyle = pen.colour(STATE_COLOURS[state]);
    c.fillRect(from, y + (isQueued ? 11 : 3), Math.max(1, to - from), isQueued ? 2 : TRACK_HEIGHT - 10);
  }
  if ((span.last - span.first) / (pen.right - pen.left) <= DETAIL_CYCLES) {
    drawAccesses(pen, wave, y + TRACK_HEIGHT - 6);
    drawMarkers(pen, wave, y + 10);
  }
  const from = Math.max(pen.x(findLaunch(wave) ?? start), pen.left) + 3;
  const textWidth = Math.min(pen.x(end), pen.right) - from;
  if (textWidth < 26) return;
  c.fillStyle = pen.colour('--text');
  c.font = NUMBER_FONT;
  c.fillText(`${wave.wave}`, from, y + 10, textWidth);
  c.font = LABEL_FONT;
}

function findLaunch({ phases }: WaveTimeline): number | undefined {
  return phases.find(({ state }) => state === 'loading')?.first;
}

/** Draws a wave's event markers. Where markers would overlap, only the first is drawn. */
function drawMarkers(pen: DrawContext, wave: WaveTimeline, y: number): void {
  const { first, last } = pen.span;
  const markers = markersByWave.get(wave) ?? collectMarkers(wave);
  markersByWave.set(wave, markers);
  // Leave room for the wave's number, which is drawn at its launch.
  let nextFreeX = pen.x(Math.max(findLaunch(wave) ?? first, first)) + 3 * MARKER_WIDTH;
  pen.context.fillStyle = pen.colour('--text');
  for (const { symbol, cycle } of markers) {
    if (cycle > last) return;
    const x = pen.x(cycle);
    if (cycle < first || x < nextFreeX) continue;
    pen.context.fillText(symbol, x - 1, y);
    nextFreeX = x + MARKER_WIDTH;
  }
}

function drawAccesses(pen: DrawContext, { accesses }: WaveTimeline, y: number): void {
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
