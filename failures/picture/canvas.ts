import type { Colours } from '../../base/text/index.js';

/** The role of a cell, which determines its colour. */
export type Tone = 'plain' | 'dim' | 'wave' | 'alarm';

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
