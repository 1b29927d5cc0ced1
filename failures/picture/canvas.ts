import type { Colours } from '../../harness/text/index.js';
import type { MarkKind } from '../timeline/wave-life.js';

/** The glyphs for terminals with UTF-8. */
export const UNICODE_GLYPHS = {
  running: '─',
  /** A wave waiting to enter its section. */
  wait: '·',
  section: '━',
  /** An ordered access in flight. */
  access: '─',
  /** The cycle in which an ordered access was performed. */
  performed: '┤',
  /** The time during which the sections of both waves are open. */
  overlap: '█',
  axis: '─',
  /** A labelled cycle on the axis. */
  tick: '┴',
  /** Elided time. */
  cut: '≈',
  /** A pixel covered by none of the waves. */
  uncovered: '·',
};

/** The characters used to draw a picture. Both sets use the same letters for events. */
export type Glyphs = Readonly<typeof UNICODE_GLYPHS>;

/** The glyphs for all other terminals. */
export const ASCII_GLYPHS: Glyphs = {
  running: '-',
  wait: '.',
  section: '=',
  access: '-',
  performed: '|',
  overlap: '#',
  axis: '-',
  tick: '+',
  cut: '~',
  uncovered: '.',
};

/** Returns the letter of a wave in a picture, by its index in the cast. */
export function getWaveLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** How one kind of event is drawn. */
interface MarkSymbol {
  readonly symbol: string;
  readonly label: string;
  /** If two marks need the same column, the one with the larger weight is shown. */
  readonly weight: number;
}

/** The symbols for all events, in the order in which a wave goes through them. */
export const MARK_SYMBOLS: Readonly<Record<MarkKind, MarkSymbol>> = {
  formed: { symbol: 'F', label: 'formed', weight: 5 },
  launched: { symbol: 'L', label: 'launched', weight: 3 },
  'packer-set': { symbol: 'P', label: 'packer set', weight: 4 },
  poll: { symbol: 'p', label: 'poll', weight: 2 },
  sleep: { symbol: 'z', label: 'asleep', weight: 1 },
  entry: { symbol: '[', label: 'entry wait ended', weight: 9 },
  'exit-sent': { symbol: ']', label: 'exit sent', weight: 8 },
  'exit-counted': { symbol: 'C', label: 'exit counted', weight: 7 },
  'exit-visible': { symbol: 'V', label: 'exit visible', weight: 6 },
  ended: { symbol: 'E', label: 'ended', weight: 5 },
};

/** The symbols that mark the issue of ordered accesses. */
export const ACCESS_SYMBOLS = { load: 'l', store: 's', atomic: 'a' } as const;

/** The role of a cell, which determines its colour. */
type Tone = 'plain' | 'dim' | 'wave' | 'alarm';

interface Cell {
  readonly character: string;
  readonly tone: Tone;
}

/** A grid of characters. Anything outside is clipped, so no line is wider than the grid. */
export class Canvas {
  private readonly rows: (Cell | undefined)[][] = [];

  constructor(readonly width: number) {}

  /** The number of rows so far. */
  get height(): number {
    return this.rows.length;
  }

  /** Writes text starting at a column, one character per cell. */
  put(row: number, column: number, text: string, tone: Tone = 'plain'): void {
    while (this.rows.length <= row) this.rows.push([]);
    const cells = this.rows[row];
    Array.from(text).forEach((character, i) => {
      const target = column + i;
      if (target >= 0 && target < this.width) cells[target] = { character, tone };
    });
  }

  /** Fills columns `first` to `last` with one character. */
  fill(row: number, first: number, last: number, character: string, tone: Tone = 'plain'): void {
    this.put(row, first, character.repeat(Math.max(0, last - first + 1)), tone);
  }

  /** Returns whether the given columns are still empty. */
  isFree(row: number, first: number, last: number): boolean {
    const cells = this.rows[row] ?? [];
    for (let column = Math.max(0, first); column <= last; column++)
      if (cells[column] !== undefined) return false;
    return true;
  }

  /** Returns the lines without trailing spaces. */
  lines(colour: Colours): string[] {
    return this.rows.map((cells) => paintRow(cells, colour));
  }
}

/** Paints adjacent cells with the same tone together. */
function paintRow(cells: readonly (Cell | undefined)[], colour: Colours): string {
  let line = '';
  let run = '';
  let tone: Tone = 'plain';
  const flush = (): void => {
    line += run === '' ? '' : paint(run, tone, colour);
    run = '';
  };
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    if (cell !== undefined && cell.tone !== tone) {
      flush();
      tone = cell.tone;
    }
    run += cell?.character ?? ' ';
  }
  flush();
  return line;
}

function paint(text: string, tone: Tone, colour: Colours): string {
  switch (tone) {
    case 'plain':
      return text;
    case 'dim':
      return colour.dim(text);
    case 'wave':
      return colour.cyan(text);
    case 'alarm':
      return colour.bold(colour.red(text));
    default:
      return tone satisfies never;
  }
}
