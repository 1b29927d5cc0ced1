import { cycleOf, type SlotRow, slotRows, type WaveState, type WaveStory } from '../../../timeline/index.js';
import { byId } from './dom.js';
import type { ViewerState } from './viewer-state.js';
import { waveSigns } from './wave-signs.js';

const TEXT = '12px system-ui, sans-serif';
const NUMBERS = 'bold 12px system-ui, sans-serif';
const ROW = 24;
const AXIS = 22;
/** Room for the names of rows; less on a phone. */
const NAMES = 118;
const NAMES_NARROW = 66;
const NARROW = 600;
/** Signs of events stand at least this far apart. */
const SIGN_WIDTH = 9;
/** Accesses and signs are drawn where a pixel has at most this many cycles. */
const DETAIL_CYCLES = 12;

/** Colour of each state, as the style sheet names it. */
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

/** The timeline: a row for each packer and slot, drawn for what can be seen alone, however long the run is. */
export class TimelineCanvas {
  readonly canvas = byId<HTMLCanvasElement>('timeline');
  private readonly context = this.canvas.getContext('2d')!;
  private rows: readonly SlotRow[] = [];
  private rowsOf: unknown;
  private colours = new Map<string, string>();
  private top = 0;
  private width = 1;
  private height = 1;
  private shownWave: number | undefined;

  constructor(private readonly state: ViewerState) {
    const themes = matchMedia('(prefers-color-scheme: dark)');
    themes.addEventListener('change', () => {
      this.colours = new Map();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    state.onChange(() => this.draw(), true);
  }

  /** Cycle at a horizontal place of the canvas, in pixels of the page. */
  cycleAt(x: number): number {
    const { first, last } = this.state.span;
    return first + ((x - this.names) / this.room) * (last - first);
  }

  /** Cycles that a pixel takes. */
  get cyclesPerPixel(): number {
    const { first, last } = this.state.span;
    return (last - first) / this.room;
  }

  /** The wave at a place; on a row with several, the one whose life is nearest. */
  waveAt(x: number, y: number): WaveStory | undefined {
    const row = this.rows[Math.floor((y - AXIS + this.top) / ROW)];
    const cycle = this.cycleAt(x);
    const distance = ({ phases }: WaveStory): number => {
      const [first, last] = [phases[0]?.first ?? 0, phases.at(-1)?.last ?? 0];
      return Math.max(first - cycle, cycle - last, 0);
    };
    return row?.waves.toSorted((a, b) => distance(a) - distance(b))[0];
  }

  /** The wave that many rows below the selected one. */
  waveBelow(rows: number): number | undefined {
    const at = this.rowOf(this.state.selection.wave) + rows;
    const row = this.rows[Math.max(0, Math.min(this.rows.length - 1, at))];
    const { cycle } = this.state.selection;
    return (row?.waves.findLast(({ phases }) => (phases[0]?.first ?? 0) <= cycle) ?? row?.waves[0])?.wave;
  }

  /** Scrolls rows by pixels. */
  scroll(pixels: number): void {
    const most = Math.max(0, this.rows.length * ROW - (this.height - AXIS));
    this.top = Math.min(most, Math.max(0, this.top + pixels));
    this.draw();
  }

  private get names(): number {
    return this.width < NARROW ? NAMES_NARROW : NAMES;
  }

  private get room(): number {
    return Math.max(1, this.width - this.names);
  }

  private rowOf(wave: number | undefined): number {
    return this.rows.findIndex(({ waves }) => waves.some((each) => each.wave === wave));
  }

  private x(cycle: number): number {
    const { first, last } = this.state.span;
    return this.names + ((cycle - first) / (last - first)) * this.room;
  }

  private colour(name: string): string {
    const known = this.colours.get(name);
    if (known !== undefined) return known;
    const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    this.colours.set(name, colour);
    return colour;
  }

  /** Asking the page for a size is slow, so it is asked only where it may have changed. */
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
    const c = this.context;
    c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    c.clearRect(0, 0, width, height);
    c.font = TEXT;
    c.textBaseline = 'middle';
    const firstRow = Math.floor(this.top / ROW);
    const lastRow = Math.min(this.rows.length - 1, Math.ceil((this.top + height - AXIS) / ROW));
    for (let row = firstRow; row <= lastRow; row++)
      this.drawRow(this.rows[row]!, AXIS + row * ROW - this.top, width);
    c.save();
    c.beginPath();
    c.rect(this.names, AXIS, width, height);
    c.clip();
    this.drawOrder();
    c.restore();
    c.fillStyle = this.colour('--ground');
    c.fillRect(0, 0, width, AXIS);
    this.drawAxis(width);
    this.drawCursors(height);
  }

  /** Rows of the waves that the filter leaves; the selected wave's row is scrolled to. */
  private layOut(): void {
    const { filter, story, selection } = this.state;
    if (this.rowsOf !== filter) {
      this.rowsOf = filter;
      this.rows = slotRows(
        story,
        ({ wave, packer }) =>
          (filter.waves === undefined || filter.waves.includes(wave)) &&
          (filter.packer === undefined || filter.packer === packer),
      );
      this.top = 0;
      this.shownWave = undefined;
    }
    if (this.shownWave === selection.wave) return;
    this.shownWave = selection.wave;
    const y = this.rowOf(selection.wave) * ROW;
    const room = this.height - AXIS;
    if (y >= 0 && (y < this.top || y + ROW > this.top + room))
      this.top = Math.max(0, Math.min(y - room / 2, this.rows.length * ROW - room));
  }

  private drawRow(row: SlotRow, y: number, width: number): void {
    const c = this.context;
    const isSelected = row.waves.some(({ wave }) => wave === this.state.selection.wave);
    if (isSelected) {
      c.fillStyle = this.colour('--raised');
      c.fillRect(0, y, width, ROW);
    }
    c.save();
    c.beginPath();
    c.rect(this.names, y, width - this.names, ROW);
    c.clip();
    for (const wave of row.waves) this.drawWave(wave, y);
    c.restore();
    c.fillStyle = this.colour(isSelected ? '--text' : '--quiet');
    const owner = row.packer === undefined ? 'background' : `packer ${row.packer}`;
    const short = row.packer === undefined ? 'b' : `p${row.packer}`;
    const place = row.slot === undefined ? 'no slot' : `slot ${row.slot}`;
    const brief = this.names === NAMES_NARROW ? `${short} ${place}` : `${owner}, ${place}`;
    c.fillText(brief, 4, y + ROW / 2, this.names - 8);
  }

  private drawWave(wave: WaveStory, y: number): void {
    const { span } = this.state;
    const [start, end] = [wave.phases[0]?.first, wave.phases.at(-1)?.last];
    if (start === undefined || end === undefined || end < span.first || start > span.last) return;
    const c = this.context;
    for (const { state, first, last } of wave.phases) {
      if (last < span.first || first > span.last) continue;
      const isQueued = state === 'formed' || state === 'waiting-for-launch';
      const from = this.x(first);
      c.fillStyle = this.colour(COLOUR_OF[state]);
      c.fillRect(from, y + (isQueued ? 11 : 3), Math.max(1, this.x(last) - from), isQueued ? 2 : ROW - 10);
    }
    const isDetailed = this.cyclesPerPixel <= DETAIL_CYCLES;
    if (isDetailed) this.drawAccesses(wave, y + ROW - 6);
    if (isDetailed) this.drawSigns(wave, y + 10);
    const launched = wave.phases.find(({ state }) => state === 'loading')?.first ?? start;
    const from = Math.max(this.x(launched), this.names) + 3;
    const room = Math.min(this.x(end), this.width) - from;
    if (room < 26) return;
    c.fillStyle = this.colour('--text');
    c.font = NUMBERS;
    c.fillText(`${wave.wave}`, from, y + 10, room);
    c.font = TEXT;
  }

  /** Signs of a wave's events, the first of those that would lie on one another. */
  private drawSigns(wave: WaveStory, y: number): void {
    const { first, last } = this.state.span;
    const launched = wave.phases.find(({ state }) => state === 'loading')?.first ?? first;
    // The number of the wave stands where its launch is.
    let free = this.x(Math.max(launched, first)) + 3 * SIGN_WIDTH;
    this.context.fillStyle = this.colour('--text');
    for (const { sign, cycle } of waveSigns(wave)) {
      const x = this.x(cycle);
      if (cycle < first || cycle > last || x < free) continue;
      this.context.fillText(sign, x - 1, y);
      free = x + SIGN_WIDTH;
    }
  }

  /** From where each wave that the selected one overlaps sends its exit to where the selected one enters. */
  private drawOrder(): void {
    const { story, selection } = this.state;
    const own = story.waves.find(({ wave }) => wave === selection.wave);
    const entry = own && (cycleOf(own.life, 'entry') ?? selection.cycle);
    if (own === undefined || entry === undefined) return;
    const c = this.context;
    c.strokeStyle = this.colour('--access');
    c.lineWidth = 1;
    for (const other of story.waves.filter(({ wave }) => own.overlapped.includes(wave))) {
      const [exit, row] = [cycleOf(other.life, 'exit-sent'), this.rowOf(other.wave)];
      if (exit === undefined || row < 0) continue;
      c.beginPath();
      c.moveTo(this.x(exit), this.middleOf(row));
      c.lineTo(this.x(entry), this.middleOf(this.rowOf(own.wave)));
      c.stroke();
    }
  }

  private middleOf(row: number): number {
    return AXIS + row * ROW - this.top + 10;
  }

  private drawAccesses({ accesses }: WaveStory, y: number): void {
    const c = this.context;
    const { first, last } = this.state.span;
    c.fillStyle = this.colour('--access');
    for (const { issued, performed, returned, ordered } of accesses) {
      const end = returned ?? last;
      if (end < first || issued.cycle > last) continue;
      const counted = performed.at(-1)?.cycle ?? end;
      const from = this.x(issued.cycle);
      c.globalAlpha = ordered ? 1 : 0.45;
      c.fillRect(from, y, Math.max(1, this.x(counted) - from), 4);
      c.globalAlpha = ordered ? 0.45 : 0.2;
      c.fillRect(this.x(counted), y, Math.max(0, this.x(end) - this.x(counted)), 4);
    }
    c.globalAlpha = 1;
  }

  private drawAxis(width: number): void {
    const c = this.context;
    const { first, last } = this.state.span;
    const step = niceStep(((last - first) / Math.max(1, width - this.names)) * 90);
    c.fillStyle = this.colour('--quiet');
    for (let cycle = Math.ceil(first / step) * step; cycle <= last; cycle += step) {
      c.fillRect(this.x(cycle), AXIS - 5, 1, 5);
      c.fillText(cycle.toLocaleString('en-US'), this.x(cycle) + 3, AXIS / 2);
    }
    c.fillText('cycle', 4, AXIS / 2);
  }

  private drawCursors(height: number): void {
    const { violations } = this.state.data;
    for (const { cycle } of violations.slice(0, 1)) this.drawLine(cycle, '--cursor', height, [4, 3]);
    this.drawLine(this.state.selection.cycle, '--select', height, []);
  }

  private drawLine(cycle: number, colour: string, height: number, dashes: number[]): void {
    const x = this.x(cycle);
    if (x < this.names) return;
    const c = this.context;
    c.strokeStyle = this.colour(colour);
    c.lineWidth = 1.5;
    c.setLineDash(dashes);
    c.beginPath();
    c.moveTo(x, 0);
    c.lineTo(x, height);
    c.stroke();
    c.setLineDash([]);
  }
}

/** The next of 1, 2, 5, 10, 20 … that is no smaller. */
function niceStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
