import { getScreenCoverage, type PixelCoverage, type ScreenCoverage } from '../../timeline/snapshots.js';
import { byId, el, type KeyedElement, makeMissingDataNote, showKeyed, showText } from './dom.js';
import type { ViewerState } from './viewer-state.js';

/** The maximum width and height of the area shown around the selected pixel, in pixels. */
const MAX_PIXELS = 48;

/** The maximum number of waves listed for a pixel. A long run may have thousands. */
const MAX_WAVES_LISTED = 40;
/** The number of waves listed before the selected wave. */
const WAVES_LISTED_BEFORE = 20;

/** The visible area of the screen: its top left corner and its size, in pixels. */
interface VisibleArea {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/**
 * Draws the covered pixels, highlighting those of the selected wave, and lists the waves that cover the selected pixel,
 * in order.
 */
export function showScreen(state: ViewerState): void {
  const container = byId('screen');
  const coverage = getScreenCoverage(state.timeline);
  if (coverage === undefined) {
    container.replaceChildren(makeMissingDataNote('wave-formed transactions'));
    return;
  }
  const canvas = el('canvas', { role: 'img', 'aria-label': 'Covered pixels' }) as HTMLCanvasElement;
  const title = el('p', { class: 'quiet' });
  const themes = matchMedia('(prefers-color-scheme: dark)');
  const order = el('ol', { 'aria-label': 'Waves that cover the pixel, in order' });
  const moreNote = el('div', { class: 'quiet' });
  container.replaceChildren(canvas, title, order, moreNote);
  let area = findVisibleArea(coverage, state);
  let drawnKey = '';
  canvas.addEventListener('click', ({ offsetX, offsetY }) => {
    const side = canvas.clientWidth / area.size;
    const pixel = `${area.left + Math.floor(offsetX / side)},${area.top + Math.floor(offsetY / side)}`;
    state.select({ pixel, wave: coverage.byPixel.get(pixel)?.[0]?.wave ?? state.selection.wave });
  });
  state.onChange(() => {
    area = findVisibleArea(coverage, state);
    const { wave, pixel } = state.selection;
    // The drawing does not depend on the cycle.
    const drawingKey = [wave, pixel, canvas.clientWidth, themes.matches].join();
    if (drawingKey === drawnKey) return;
    drawnKey = drawingKey;
    draw(canvas, coverage, area, state);
    const coveringWaves = pixel === undefined ? [] : (coverage.byPixel.get(pixel) ?? []);
    title.textContent =
      pixel === undefined
        ? 'Select a pixel to see the waves that cover it.'
        : `Pixel (${pixel.replace(',', ', ')}):`;
    const start = Math.max(0, coveringWaves.findIndex((cover) => cover.wave === wave) - WAVES_LISTED_BEFORE);
    const shown = coveringWaves.slice(start, start + MAX_WAVES_LISTED);
    order.setAttribute('start', `${start + 1}`);
    showKeyed(
      order,
      shown.map((cover) => makeCoverItem(cover, pixel!, state)),
    );
    const hidden = coveringWaves.length - shown.length;
    showText(moreNote, hidden === 0 ? '' : `${hidden} more before and after`);
  });
}

function makeCoverItem(
  { wave, primitive, lane }: PixelCoverage,
  pixel: string,
  state: ViewerState,
): KeyedElement {
  const isSelected = wave === state.selection.wave ? 'true' : undefined;
  const text = `primitive ${primitive}: wave ${wave}, lane ${lane}`;
  const click = (): void => state.select({ wave });
  const make = (): HTMLElement =>
    el('li', {}, el('button', { type: 'button', click, 'aria-current': isSelected }, text));
  return { key: `${pixel} ${isSelected} ${text}`, make };
}

function findVisibleArea(
  { left, top, right, bottom }: ScreenCoverage,
  { selection }: ViewerState,
): VisibleArea {
  const fullSize = Math.max(right - left, bottom - top) + 1;
  const toEven = (value: number): number => value - (value & 1);
  if (fullSize <= MAX_PIXELS)
    return { left: toEven(left), top: toEven(top), size: Math.max(8, toEven(fullSize + 2)) };
  const [x = left, y = top] = selection.pixel?.split(',').map(Number) ?? [];
  return { left: toEven(x - MAX_PIXELS / 2), top: toEven(y - MAX_PIXELS / 2), size: MAX_PIXELS };
}

function draw(
  canvas: HTMLCanvasElement,
  { byPixel }: ScreenCoverage,
  { left, top, size }: VisibleArea,
  state: ViewerState,
): void {
  const scale = devicePixelRatio;
  const side = canvas.clientWidth / size;
  canvas.width = canvas.height = Math.round(canvas.clientWidth * scale);
  const c = canvas.getContext('2d')!;
  c.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const [empty, own, other] = [colour('--raised'), colour('--state-section'), colour('--state-run')];
  const { wave, pixel } = state.selection;
  const violatingPixel = state.data.violations[0]?.place.pixel?.join(',');
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const key = `${left + x},${top + y}`;
      const coveringWaves = byPixel.get(key) ?? [];
      const isOwn = coveringWaves.some((cover) => cover.wave === wave);
      c.fillStyle = coveringWaves.length === 0 ? empty : isOwn ? own : other;
      c.globalAlpha = coveringWaves.length === 0 ? 1 : Math.min(1, 0.35 + 0.25 * coveringWaves.length);
      c.fillRect(x * side, y * side, side - 0.5, side - 0.5);
      c.globalAlpha = 1;
      if (key === violatingPixel) outline(c, x * side, y * side, side, colour('--cursor'));
      if (key === pixel) outline(c, x * side + 2, y * side + 2, side - 4, colour('--select'));
    }
  c.strokeStyle = colour('--line');
  for (let quad = 0; quad <= size; quad += 2) {
    c.strokeRect(quad * side, 0, 0, size * side);
    c.strokeRect(0, quad * side, size * side, 0);
  }
}

function outline(c: CanvasRenderingContext2D, x: number, y: number, side: number, colour: string): void {
  c.strokeStyle = colour;
  c.lineWidth = 2;
  c.strokeRect(x + 1, y + 1, side - 2, side - 2);
  c.lineWidth = 1;
}
