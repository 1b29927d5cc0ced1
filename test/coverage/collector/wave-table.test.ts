import fc from 'fast-check';
import { WaveTable } from '../../../coverage/collector/wave-table.js';

describe('the wave table', () => {
  it('initialises every wave to zero, even if its row contains stale data', () => {
    const table = new WaveTable();
    const column = table.column();
    for (let wave = 0; wave < 5000; wave++) {
      table.open(wave);
      expect(column.get(wave)).toBe(0);
      column.set(wave, wave + 1);
      table.close(wave);
    }
  });

  it('keeps the values of all waves in flight, regardless of the order in which they end', () => {
    const steps = fc.array(fc.record({ open: fc.integer({ min: 1, max: 900 }), close: fc.nat(900) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(steps, (rounds) => {
        const table = new WaveTable();
        const column = table.column();
        const live: number[] = [];
        let next = 0;
        for (const { open, close } of rounds) {
          for (let i = 0; i < open; i++) {
            table.open(next);
            column.set(next, next * 3 + 1);
            live.push(next++);
          }
          for (let i = 0; i < close && live.length > 0; i++) {
            table.close(live.splice((i * 7) % live.length, 1)[0]!);
          }
          expect(live.every((wave) => column.get(wave) === wave * 3 + 1)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('starts again at wave 0 after it is cleared', () => {
    const table = new WaveTable();
    const column = table.column();
    table.open(3);
    column.add(0, 5);
    table.clear();
    table.open(0);
    expect(column.get(0)).toBe(0);
  });

  it('has a bounded number of rows, even if waves never end or numbers jump', () => {
    const table = new WaveTable();
    const column = table.column();
    for (const wave of [0, 300_000, 2 ** 31, 2 ** 31 + 1, 2 ** 53 - 1]) {
      table.open(wave);
      column.set(wave, 7);
      expect(column.get(wave)).toBe(7);
    }
    table.clear();
    table.open(0);
    column.set(0, 7);
    for (let wave = 1; wave <= 2 ** 18; wave++) table.open(wave);
    // The row of wave 0 has been reused.
    expect(column.get(0)).toBe(0);
  });
});
