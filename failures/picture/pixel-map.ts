import { findMax, findMin } from '../../arch/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import { type CoveredPixel, listCoveredPixels, type Place } from '../../transactions/index.js';
import type { WaveLifetime } from '../timeline/wave-life.js';
import { Canvas, type Glyphs, getWaveLetter } from './canvas.js';

function findPixels(lifetimes: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): CoveredPixel[][] {
  return lifetimes.map(({ formed, samples }) =>
    formed === undefined ? [] : listCoveredPixels(formed, samples),
  );
}

/**
 * Returns the pixels that were already covered by another primitive, or by the same one in another wave. They are in
 * wave and lane order.
 */
function findRepeatedPixels(covered: readonly (readonly CoveredPixel[])[]): CoveredPixel[] {
  const coverage = new Map<string, Set<string>>();
  return covered.flatMap((pixels, wave) =>
    pixels.filter(({ x, y, primitive }) => {
      const primitives = coverage.get(`${x},${y}`) ?? new Set();
      const isRepeated = primitives.size > 0 && !primitives.has(`${wave},${primitive}`);
      coverage.set(`${x},${y}`, primitives.add(`${wave},${primitive}`));
      return isRepeated;
    }),
  );
}

export function haveCommonPixel([a, b]: readonly Pick<WaveLifetime, 'formed' | 'samples'>[]): boolean {
  const [pixelsA, pixelsB] = findPixels([a, b]);
  return pixelsB.some(({ x, y }) => pixelsA.some((pixel) => pixel.x === x && pixel.y === y));
}

const MAX_COLUMNS = 24;
const MAX_ROWS = 12;
const CELL_WIDTH = 2;
const LABEL_WIDTH = 6;
const LABEL_INTERVAL = 4;

/** The bounds of the mapped area, inclusive. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text map of the pixels around a violation, with notes. */
export interface PixelMap {
  readonly canvas: Canvas;
  /** The number of canvas columns that the map occupies. */
  readonly columns: number;
  readonly notes: readonly string[];
}

/** What a pixel shows: the violation, nothing, several primitives, or the index of the only wave that covers it. */
type PixelState = 'violating' | 'none' | 'shared' | number;

/**
 * Draws which waves cover the pixels around the violating one, as text at most `width` columns wide. If the violating
 * pixel is unknown, the centre is the first pixel covered twice, or else the first covered one. Returns undefined if the
 * waves cover no pixels.
 */
export function drawTextPixelMap(
  lifetimes: readonly WaveLifetime[],
  place: Place,
  width: number,
  glyphs: Glyphs,
): PixelMap | undefined {
  const covered = findPixels(lifetimes);
  const first = findRepeatedPixels(covered)[0] ?? covered.flat()[0];
  if (first === undefined) return undefined;
  const centre = place.pixel ?? [first.x, first.y];
  const area = findArea(centre, covered.flat(), Math.floor((width - LABEL_WIDTH) / CELL_WIDTH));
  const canvas = new Canvas(width);
  drawAxes(canvas, area);
  const states = new Set<PixelState>();
  for (let y = area.top; y <= area.bottom; y++) {
    for (let x = area.left; x <= area.right; x++) {
      const state = findState(covered, x, y, place.pixel);
      states.add(state);
      const cell = getCell(state, glyphs);
      canvas.put(y - area.top + 1, LABEL_WIDTH + (x - area.left) * CELL_WIDTH, cell.character, cell.tone);
    }
  }
  const columns = LABEL_WIDTH + (area.right - area.left + 1) * CELL_WIDTH;
  const uncovered = states.has('none') ? [`${glyphs.uncovered}  not covered by the waves shown`] : [];
  const legend = makeLegend(covered, place, states.has('shared'));
  return { canvas, columns, notes: [...legend, ...uncovered, ...makeNotes(covered, area)] };
}

function findState(
  covered: readonly (readonly CoveredPixel[])[],
  x: number,
  y: number,
  violating: Place['pixel'],
): PixelState {
  const pixelsHere = covered.map((pixels) => pixels.filter((pixel) => pixel.x === x && pixel.y === y));
  const wave = pixelsHere.findIndex((pixels) => pixels.length > 0);
  if (violating !== undefined && violating[0] === x && violating[1] === y) return 'violating';
  if (wave < 0) return 'none';
  return findRepeatedPixels(pixelsHere).length > 0 ? 'shared' : wave;
}

function getCell(state: PixelState, glyphs: Glyphs) {
  if (state === 'violating') return { character: '*', tone: 'alarm' } as const;
  if (state === 'none') return { character: glyphs.uncovered, tone: 'dim' } as const;
  if (state === 'shared') return { character: '#', tone: 'plain' } as const;
  return { character: getWaveLetter(state), tone: 'wave' } as const;
}

/** Returns the bounding box, in whole quads, of the covered pixels near the centre. */
function findArea(centre: readonly [number, number], pixels: readonly CoveredPixel[], maxSize: number): Area {
  const columns = Math.max(2, Math.min(MAX_COLUMNS, maxSize) & ~1);
  const [left, right] = findRange(
    centre[0],
    pixels.map(({ x }) => x),
    columns,
  );
  const [top, bottom] = findRange(
    centre[1],
    pixels.map(({ y }) => y),
    MAX_ROWS,
  );
  const nearby = pixels.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom);
  const xs = [centre[0], ...nearby.map(({ x }) => x)];
  const ys = [centre[1], ...nearby.map(({ y }) => y)];
  return {
    left: findMin(xs) & ~1,
    right: findMax(xs) | 1,
    top: findMin(ys) & ~1,
    bottom: findMax(ys) | 1,
  };
}

/**
 * Returns the first and last numbers of a range around `centre`. It has at most `length` numbers and does not extend
 * beyond `values` and `centre`.
 */
function findRange(centre: number, values: readonly number[], length: number): [number, number] {
  const min = findMin(values, centre) & ~1;
  const max = findMax(values, centre) | 1;
  if (max - min < length) return [min, max];
  const first = Math.min(Math.max(min, (centre & ~1) - length / 2), max + 1 - length) & ~1;
  return [first, first + length - 1];
}

function drawAxes(canvas: Canvas, { left, top, right, bottom }: Area): void {
  canvas.put(0, LABEL_WIDTH - 2, 'x', 'dim');
  for (let x = left; x <= right; x += LABEL_INTERVAL) {
    canvas.put(0, LABEL_WIDTH + (x - left) * CELL_WIDTH, `${x}`, 'dim');
  }
  for (let y = top; y <= bottom; y++) {
    const label = y === top ? `y${`${y}`.padStart(4)}` : (y - top) % 2 === 0 ? `${y}`.padStart(5) : '';
    canvas.put(y - top + 1, 0, label, 'dim');
  }
}

function makeLegend(
  covered: readonly (readonly CoveredPixel[])[],
  { pixel, sample }: Place,
  hasShared: boolean,
): string[] {
  const legend: string[] = [];
  if (pixel !== undefined) {
    const unit = sample === undefined ? '' : `sample ${sample} of `;
    legend.push(`*  ${unit}pixel (${pixel.join(', ')}): ${describeCoverage(covered, pixel)}`);
  }
  if (hasShared)
    legend.push(`#  covered more than once (${formatQuantity(findRepeatedPixels(covered).length, 'pixel')})`);
  return legend;
}

function makeNotes(
  covered: readonly (readonly CoveredPixel[])[],
  { left, top, right, bottom }: Area,
): string[] {
  const notes: string[] = [];
  const hasSeveralWaves = covered.filter((pixels) => pixels.length > 0).length > 1;
  if (hasSeveralWaves && findRepeatedPixels(covered).length === 0) notes.push('The waves share no pixels.');
  const outside = covered.flat().filter(({ x, y }) => x < left || x > right || y < top || y > bottom).length;
  if (outside > 0) notes.push(`Outside this map: ${formatQuantity(outside, 'covered pixel')}.`);
  return notes;
}

function describeCoverage(
  covered: readonly (readonly CoveredPixel[])[],
  [x, y]: readonly [number, number],
): string {
  const descriptions = covered.flatMap((pixels, wave) =>
    pixels
      .filter((pixel) => pixel.x === x && pixel.y === y)
      .map(({ primitive, lane }) => `${getWaveLetter(wave)} primitive ${primitive} in lane ${lane}`),
  );
  return descriptions.length === 0 ? 'none of these waves' : descriptions.join('; ');
}
