import type { Colours } from '../../base/text/index.js';

/** A cell's meaning besides its character; determines its colour. */
export type Tone = 'plain' | 'dim' | 'wave' | 'alarm';

interface Cell {
  readonly character: string;
  readonly tone: Tone;
}

/** Characters on a raster; anything outside is clipped, so that no line is wider than the raster. */
export class Canvas {
  private readonly rows: (Cell | undefined)[][] = [];

  constructor(readonly width: number) {}

  /** Rows so far. */
  get height(): number {
    return this.rows.length;
  }

  /** Writes text from a column on; one character per cell. */
  put(row: number, column: number, text: string, tone: Tone = 'plain'): void {
    while (this.rows.length <= row) this.rows.push([]);
    const cells = this.rows[row];
    Array.from(text).forEach((character, i) => {
      const at = column + i;
      if (at >= 0 && at < this.width) cells[at] = { character, tone };
    });
  }

  /** Fills columns `first` to `last` with one character. */
  fill(row: number, first: number, last: number, character: string, tone: Tone = 'plain'): void {
    this.put(row, first, character.repeat(Math.max(0, last - first + 1)), tone);
  }

  /** Whether these columns are still empty. */
  isFree(row: number, first: number, last: number): boolean {
    const cells = this.rows[row] ?? [];
    for (let at = Math.max(0, first); at <= last; at++) if (cells[at] !== undefined) return false;
    return true;
  }

  /** The lines without trailing spaces. */
  lines(colour: Colours): string[] {
    return this.rows.map((cells) => paintRow(cells, colour));
  }
}

/** Paints adjacent cells of one tone together. */
function paintRow(cells: readonly (Cell | undefined)[], colour: Colours): string {
  let line = '';
  let run = '';
  let tone: Tone = 'plain';
  const flush = (): void => {
    line += run === '' ? '' : paint(run, tone, colour);
    run = '';
  };
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
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
