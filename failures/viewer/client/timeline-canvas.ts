import type { WaveTimeline } from '../../timeline/run-timeline.js';
import { groupSlotRows, type SlotRow } from '../../timeline/snapshots.js';
import { getMarkCycle } from '../../timeline/wave-life.js';
import { byId } from './dom.js';
import type { ViewerState } from './viewer-state.js';
import {
  AXIS_HEIGHT,
  type DrawContext,
  drawAxis,
  drawMarks,
  drawWave,
  LABEL_FONT,
  TRACK_HEIGHT,
} from './wave-drawing.js';

/** The maximum distance that the pointer may move during a click, in pixels. */
const CLICK_PIXELS = 4;
const ZOOM_STEP = 1.5;

/**
 * Handles mouse, touch and wheel input on the timeline: a click selects, dragging moves, and the wheel scrolls the
 * rows, or zooms with Ctrl or Shift.
 */
export function listenToTimeline(timeline: TimelineCanvas, state: ViewerState): void {
  const { canvas } = timeline;
  let dragStart: { x: number; y: number; first: number; last: number } | undefined;
  let hasMoved = false;
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY, pointerId }) => {
    dragStart = { x: offsetX, y: offsetY, ...state.span };
    hasMoved = false;
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY, movementY }) => {
    if (dragStart === undefined) return;
    hasMoved ||= Math.hypot(offsetX - dragStart.x, offsetY - dragStart.y) > CLICK_PIXELS;
    if (!hasMoved) return;
    const shift = (dragStart.x - offsetX) * timeline.cyclesPerPixel;
    state.show(dragStart.first + shift, dragStart.last + shift);
    timeline.scroll(-movementY);
  });
  canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
    const isClick = dragStart !== undefined && !hasMoved;
    dragStart = undefined;
    if (!isClick) return;
    const cycle = Math.max(state.first, Math.round(timeline.cycleAt(offsetX)));
    const wave = timeline.waveAt(offsetX, offsetY)?.wave ?? state.selection.wave;
    state.select({ cycle, wave });
  });
  canvas.addEventListener('pointercancel', () => {
    dragStart = undefined;
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { deltaX, deltaY, ctrlKey, shiftKey, offsetX } = event;
      if (ctrlKey || shiftKey)
        state.zoom(ZOOM_STEP ** Math.sign(deltaY || deltaX), timeline.cycleAt(offsetX));
      else timeline.scroll(deltaY);
    },
    { passive: false },
  );
}

const NAMES_WIDTH = 118;
/** The width of the row names on a canvas narrower than `NARROW_WIDTH`, such as on a phone. */
const NARROW_NAMES_WIDTH = 66;
const NARROW_WIDTH = 600;

/** The timeline, with a row per packer and slot. Only the visible part is drawn, however long the run is. */
export class TimelineCanvas {
  readonly canvas = byId<HTMLCanvasElement>('timeline');
  private readonly context = this.canvas.getContext('2d')!;
  private rows: readonly SlotRow[] = [];
  private rowsFilter: unknown;
  private colours = new Map<string, string>();
  private top = 0;
  private width = 1;
  private height = 1;
  private shownWave: number | undefined;
  /** The waves as last drawn. The cursor moves over this layer without redrawing it. */
  private readonly layer = document.createElement('canvas');
  /** Everything that affected the layer when it was last drawn. */
  private drawnInputs: readonly unknown[] = [];

  constructor(private readonly state: ViewerState) {
    const themes = matchMedia('(prefers-color-scheme: dark)');
    themes.addEventListener('change', () => {
      this.colours = new Map();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    state.onChange(() => this.draw(), true);
  }

  /** Returns the cycle at a horizontal position on the canvas, in page pixels. */
  cycleAt(x: number): number {
    const { first, last } = this.state.span;
    return first + ((x - this.namesWidth) / this.plotWidth) * (last - first);
  }

  get cyclesPerPixel(): number {
    const { first, last } = this.state.span;
    return (last - first) / this.plotWidth;
  }

  /** Returns the wave at a position or, failing that, the nearest one in that row, or undefined if the row is empty. */
  waveAt(x: number, y: number): WaveTimeline | undefined {
    const row = this.rows[Math.floor((y - AXIS_HEIGHT + this.top) / TRACK_HEIGHT)];
    const cycle = this.cycleAt(x);
    const distance = ({ phases }: WaveTimeline): number => {
      const [first, last] = [phases[0]?.first ?? 0, phases.at(-1)?.last ?? 0];
      return Math.max(first - cycle, cycle - last, 0);
    };
    return row?.waves.toSorted((a, b) => distance(a) - distance(b))[0];
  }

  /**
   * Returns the wave `rows` rows below the selected one (above if negative), clamped to the first and last row, or
   * undefined if there are no rows.
   */
  waveAtOffset(rows: number): number | undefined {
    const index = this.findRow(this.state.selection.wave) + rows;
    const waves = this.rows[Math.max(0, Math.min(this.rows.length - 1, index))]?.waves;
    const { cycle } = this.state.selection;
    return (waves?.findLast(({ phases }) => (phases[0]?.first ?? 0) <= cycle) ?? waves?.[0])?.wave;
  }

  scroll(pixels: number): void {
    const maxTop = Math.max(0, this.rows.length * TRACK_HEIGHT - (this.height - AXIS_HEIGHT));
    this.top = Math.min(maxTop, Math.max(0, this.top + pixels));
    this.state.redraw();
  }

  private get namesWidth(): number {
    return this.width < NARROW_WIDTH ? NARROW_NAMES_WIDTH : NAMES_WIDTH;
  }

  private get plotWidth(): number {
    return Math.max(1, this.width - this.namesWidth);
  }

  private findRow(wave: number | undefined): number {
    return this.rows.findIndex(({ waves }) => waves.some((candidate) => candidate.wave === wave));
  }

  private x(cycle: number): number {
    const { first, last } = this.state.span;
    return this.namesWidth + ((cycle - first) / (last - first)) * this.plotWidth;
  }

  private colour(name: string): string {
    const known = this.colours.get(name);
    if (known !== undefined) return known;
    const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.colours.set(name, colour);
    return colour;
  }

  /** Reads the canvas size. Slow, so call it only when the size may have changed. */
  private resize(): void {
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.shownWave = undefined;
    this.canvas.width = Math.round(this.width * devicePixelRatio);
    this.canvas.height = Math.round(this.height * devicePixelRatio);
    this.draw();
  }

  private draw(): void {
    this.layOut();
    const { width, height } = this;
    // A canvas without a size cannot be drawn on; the next resize redraws it.
    if (this.canvas.width === 0 || this.canvas.height === 0) return;
    const c = this.context;
    c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = LABEL_FONT;
    c.textBaseline = 'middle';
    const shown = this.getVisibleRows();
    for (const [row, y] of shown) this.drawBackground(row, y);
    this.drawWaves(shown);
    c.drawImage(this.layer, 0, 0, width, height);
    c.save();
    c.beginPath();
    c.rect(this.namesWidth, AXIS_HEIGHT, width, height);
    c.clip();
    this.drawOverlapLines();
    c.restore();
    const pen = this.makePen(c);
    drawAxis(pen);
    const { selection, data } = this.state;
    drawMarks(pen, { selected: selection.cycle, violation: data.violations[0]?.cycle }, height);
  }

  /** Lays out the rows of the filtered waves, and scrolls to the row of a newly selected wave. */
  private layOut(): void {
    const { filter, timeline, selection } = this.state;
    if (this.rowsFilter !== filter) {
      this.rowsFilter = filter;
      const isShown = ({ wave, packer }: WaveTimeline): boolean =>
        (filter.waves === undefined || filter.waves.includes(wave)) &&
        (filter.packer === undefined || filter.packer === packer);
      this.rows = groupSlotRows(timeline, isShown);
      this.top = 0;
      this.shownWave = undefined;
      const isEmpty = this.rows.length === 0;
      const reason =
        timeline.waves.length === 0 ? 'the trace has no wave transactions' : 'no wave matches the filter';
      byId('no-waves').textContent = isEmpty ? `Nothing to show: ${reason}.` : '';
    }
    if (this.shownWave === selection.wave) return;
    this.shownWave = selection.wave;
    const y = this.findRow(selection.wave) * TRACK_HEIGHT;
    const visibleHeight = this.height - AXIS_HEIGHT;
    if (y >= 0 && (y < this.top || y + TRACK_HEIGHT > this.top + visibleHeight))
      this.top = Math.max(
        0,
        Math.min(y - visibleHeight / 2, this.rows.length * TRACK_HEIGHT - visibleHeight),
      );
  }

  private getVisibleRows(): (readonly [row: SlotRow, y: number])[] {
    const first = Math.floor(this.top / TRACK_HEIGHT);
    const end = Math.ceil((this.top + this.height - AXIS_HEIGHT) / TRACK_HEIGHT) + 1;
    return this.rows
      .slice(first, end)
      .map((row, i) => [row, AXIS_HEIGHT + (first + i) * TRACK_HEIGHT - this.top] as const);
  }

  /** Draws the waves on their layer, unless it is up to date. */
  private drawWaves(shown: readonly (readonly [row: SlotRow, y: number])[]): void {
    const { layer, width, height, rows, top, colours } = this;
    const { first, last } = this.state.span;
    const inputs = [rows, first, last, top, width, height, devicePixelRatio, colours];
    if (inputs.every((value, i) => value === this.drawnInputs[i])) return;
    this.drawnInputs = inputs;
    // Setting a size clears the canvas.
    layer.width = this.canvas.width;
    layer.height = this.canvas.height;
    const context = layer.getContext('2d')!;
    context.scale(devicePixelRatio, devicePixelRatio);
    context.font = LABEL_FONT;
    context.textBaseline = 'middle';
    context.beginPath();
    context.rect(this.namesWidth, AXIS_HEIGHT, width - this.namesWidth, height);
    context.clip();
    const pen = this.makePen(context);
    for (const [row, y] of shown) for (const wave of row.waves) drawWave(pen, wave, y);
  }

  private makePen(context: CanvasRenderingContext2D): DrawContext {
    const [x, colour] = [(cycle: number) => this.x(cycle), (name: string) => this.colour(name)];
    return { context, span: this.state.span, left: this.namesWidth, right: this.width, x, colour };
  }

  private drawBackground(row: SlotRow, y: number): void {
    const { context: c, namesWidth: left, width: right } = this;
    const isSelected = row.waves.some(({ wave }) => wave === this.state.selection.wave);
    if (isSelected) {
      c.fillStyle = this.colour('--raised');
      c.fillRect(0, y, right, TRACK_HEIGHT);
    }
    c.fillStyle = this.colour(isSelected ? '--text' : '--muted');
    c.fillText(this.formatRowName(row), 4, y + TRACK_HEIGHT / 2, left - 8);
  }

  private formatRowName({ packer, slot }: SlotRow): string {
    const slotName = slot === undefined ? 'no slot' : `slot ${slot}`;
    if (this.namesWidth === NARROW_NAMES_WIDTH)
      return `${packer === undefined ? 'b' : `p${packer}`} ${slotName}`;
    return `${packer === undefined ? 'background' : `packer ${packer}`}, ${slotName}`;
  }

  /** Draws a line from the exit of each wave that the selected wave overlaps to the selected wave's entry. */
  private drawOverlapLines(): void {
    const { timeline, selection } = this.state;
    const selectedWave = timeline.waves.find(({ wave }) => wave === selection.wave);
    const entry = selectedWave && (getMarkCycle(selectedWave.life, 'entry') ?? selection.cycle);
    if (selectedWave === undefined || entry === undefined) return;
    const c = this.context;
    c.strokeStyle = this.colour('--access');
    c.lineWidth = 1;
    for (const other of timeline.waves.filter(({ wave }) => selectedWave.overlapped.includes(wave))) {
      const [exit, row] = [getMarkCycle(other.life, 'exit-sent'), this.findRow(other.wave)];
      if (exit === undefined || row < 0) continue;
      c.beginPath();
      c.moveTo(this.x(exit), this.getRowMiddle(row));
      c.lineTo(this.x(entry), this.getRowMiddle(this.findRow(selectedWave.wave)));
      c.stroke();
    }
  }

  private getRowMiddle(row: number): number {
    return AXIS_HEIGHT + row * TRACK_HEIGHT - this.top + 10;
  }
}
