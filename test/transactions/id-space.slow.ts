import { extractWaveLifetime, getMarkCycle } from '../../failures/timeline/wave-life.js';
import { computeWaveId, countIdsBetween } from '../../rtl-model/db/wave-ids.js';
import { IdSpace } from '../../transactions/id-space.js';
import { scene } from '../checkers/support/scenes.js';
import { Stream } from '../checkers/support/stream.js';

/** Every id space from 2 ids to 64, with ids that start so that they wrap soon. */
const SPACES = Array.from({ length: 63 }, (_, i) => ({ idWrap: i + 1, idStart: (5 * i) % (i + 2) }));

const QUAD = { x: 0, y: 0, primitive: 0 };

it('judges and the model count ids alike, however often the ids wrapped, at every wrap from 2 to 64', () => {
  for (const freedoms of SPACES) {
    const ids = new IdSpace(freedoms);
    const sequences = Array.from({ length: 3 * ids.count }, (_, sequence) => sequence);
    expect(sequences.map((sequence) => ids.getId(sequence))).toEqual(
      sequences.map((sequence) => computeWaveId(freedoms, sequence)),
    );
    const wrong = sequences.flatMap((sequence) =>
      sequences.slice(0, ids.count).filter((ahead) => {
        const [from, to] = [ids.getId(sequence), ids.getId(sequence + ahead)];
        const counts = [ids.distance(from, to), countIdsBetween(freedoms, from, to)];
        return (
          counts.some((count) => count !== ahead) || ids.findSequenceFrom(sequence, to) !== sequence + ahead
        );
      }),
    );
    expect(wrong).toEqual([]);
  }
});

it('an id outside a range counts as ahead or behind by its distance from the range, not from its first id', () => {
  for (const freedoms of SPACES) {
    const ids = new IdSpace(freedoms);
    const first = 2 * ids.count;
    for (let length = 0; length < ids.count; length++) {
      const offsets = Array.from({ length: ids.count }, (_, offset) => offset);
      const found = offsets.map(
        (offset) => ids.findNearest(first, first + length, ids.getId(first + offset)) - first,
      );
      const nearest = offsets.map((offset) =>
        offset > length && offset - length > ids.count - offset ? offset - ids.count : offset,
      );
      expect(found).toEqual(nearest);
    }
  }
});

it('a picture shows when an exit becomes visible, one id at a time or all at once, at every wrap and window', () => {
  for (const freedoms of SPACES)
    for (let window = 1; window <= freedoms.idWrap; window++) {
      const ids = new IdSpace(freedoms);
      const waves = [0, window >> 1, window];
      for (const step of [1, window + 1]) {
        const stream = new Stream(scene({ freedoms: { ...freedoms, idWindow: window } }));
        for (let wave = 0; wave <= window; wave++) stream.form([QUAD], { id: ids.getId(wave) });
        const formed = stream.cycle;
        for (let shown = step; shown <= window + 1; shown += step) stream.showId(ids.getId(shown));
        const cycles = waves.map((wave) =>
          getMarkCycle(extractWaveLifetime(stream.scenario, stream.transactions, wave), 'exit-visible'),
        );
        expect(cycles).toEqual(waves.map((wave) => formed + Math.ceil((wave + 1) / step)));
      }
    }
});

it('ORD-06 tells an id that ran ahead from one that moved back, at every wrap', () => {
  const observe = (idWrap: number, window: number, id: (sequence: number) => number) => {
    const freedoms = { idWrap, idWindow: window, idStart: 0 };
    const ids = new IdSpace(freedoms);
    const stream = new Stream(scene({ primitives: window + 1, freedoms }));
    for (let wave = 0; wave <= window; wave++)
      stream.form([{ x: 2 * (wave % 8), y: 2 * (wave >> 3), primitive: wave }], { id: wave });
    for (let wave = 0; wave <= window; wave++) stream.runSection(wave).countExit(wave, ids.getId(wave + 1));
    stream.showId(ids.getId(id(window + 1)));
    const violations = stream.judge().violations.filter(({ rule }) => rule === 'ORD-06');
    return violations.map(({ observed }) => observed.replace(/^Id \d+ becomes visible, /, ''));
  };
  for (const { idWrap } of SPACES.slice(6)) {
    const window = 2 + ((7 * idWrap) % (idWrap - 5));
    expect(observe(idWrap, window, (last) => last)).toEqual([]);
    expect(observe(idWrap, window, (last) => last + 1)).toEqual([
      'which is beyond the next wave to be formed.',
    ]);
    expect(observe(idWrap, window, () => -1)).toEqual(['so the exiting id moves backwards.']);
  }
});
