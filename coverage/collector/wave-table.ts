import { COUNTER_NAMES, type CounterName } from '../../arch/index.js';

/** Initial number of rows: a few hundred bytes per column, of which each batch has dozens. */
const INITIAL_ROWS = 64;
/** Maximum number of rows: far more than the waves in flight on any device. */
const MAX_ROWS = 2 ** 18;

/** A column that holds one number per wave in flight, initially 0. */
export class WaveColumn {
  #cells: Int32Array;
  #mask: number;

  constructor(rows: number) {
    this.#cells = new Int32Array(rows);
    this.#mask = rows - 1;
  }

  get(wave: number): number {
    return this.#cells[wave & this.#mask]!;
  }

  set(wave: number, value: number): void {
    this.#cells[wave & this.#mask] = value;
  }

  add(wave: number, amount: number): void {
    this.#cells[wave & this.#mask]! += amount;
  }

  /** Doubles the number of rows, preserving the cells of waves `oldest` to `newest`. */
  grow(oldest: number, newest: number): void {
    const previousCells = this.#cells;
    const previousMask = this.#mask;
    this.#cells = new Int32Array(previousCells.length * 2);
    this.#mask = this.#cells.length - 1;
    for (let wave = oldest; wave <= newest; wave++) this.set(wave, previousCells[wave & previousMask]!);
  }
}

/** The memory counters of waves in flight. */
export class InFlightCounters {
  readonly #columns: readonly WaveColumn[];
  readonly #getBit: (counter: CounterName) => number;

  constructor(table: WaveTable, getBit: (counter: CounterName) => number) {
    this.#columns = COUNTER_NAMES.map(() => table.column());
    this.#getBit = getBit;
  }

  add(wave: number, counter: CounterName, change: number): void {
    this.#columns[COUNTER_NAMES.indexOf(counter)]!.add(wave, change);
  }

  /** Returns a mask with the bits of the wave's nonzero counters. */
  getNonzero(wave: number): number {
    let mask = 0;
    for (let i = 0; i < COUNTER_NAMES.length; i++)
      if (this.#columns[i]!.get(wave) > 0) mask |= this.#getBit(COUNTER_NAMES[i]!);
    return mask;
  }
}

/**
 * Facts about waves in flight, kept in a ring of rows indexed by wave number. A row is allocated when its wave is first
 * reported and freed when the wave's resources are released. The ring grows if the next row is still in use, up to
 * `MAX_ROWS`: a trace may lack releases, or name any number. The oldest rows are then freed.
 */
export class WaveTable {
  #rows = INITIAL_ROWS;
  #oldest = 0;
  #next = 0;
  readonly #columns: WaveColumn[] = [];
  readonly #live = this.column();
  readonly #collections: { clear(): void }[] = [];

  /** Creates a column. Must be called before the first wave. */
  column(): WaveColumn {
    const column = new WaveColumn(this.#rows);
    this.#columns.push(column);
    return column;
  }

  /** Returns a collection, such as a map, that will be emptied along with the table. */
  perTest<T extends { clear(): void }>(collection: T): T {
    this.#collections.push(collection);
    return collection;
  }

  /** Adds zeroed rows up to and including the row of `wave`, and at most `MAX_ROWS`. */
  open(wave: number): void {
    if (wave - this.#next >= MAX_ROWS) {
      this.#oldest = wave;
      this.#next = wave;
    }
    while (this.#next <= wave) this.#openNext();
  }

  /** Frees the wave's row. */
  close(wave: number): void {
    this.#live.set(wave, 0);
    while (this.#oldest < this.#next && this.#live.get(this.#oldest) === 0) this.#oldest++;
  }

  /** Empties the table, so that wave numbers can start at 0 again. */
  clear(): void {
    this.#oldest = 0;
    this.#next = 0;
    for (const collection of this.#collections) collection.clear();
  }

  #openNext(): void {
    const wave = this.#next;
    const columns = this.#columns;
    if (wave - this.#oldest >= MAX_ROWS) this.#oldest++;
    else if (wave - this.#oldest >= this.#rows) {
      for (let i = 0; i < columns.length; i++) columns[i]!.grow(this.#oldest, wave - 1);
      this.#rows *= 2;
    }
    for (let i = 0; i < columns.length; i++) columns[i]!.set(wave, 0);
    this.#live.set(wave, 1);
    this.#next = wave + 1;
  }
}
