import fc from 'fast-check';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** The highest and first id, the number of waves, and how many may be unfinished at a time (`window`). */
const parameters = fc.integer({ min: 3, max: 40 }).chain((idWrap) =>
  fc.record({
    idWrap: fc.constant(idWrap),
    idStart: fc.integer({ min: 0, max: idWrap }),
    window: fc.integer({ min: 1, max: idWrap - 1 }),
    waves: fc.integer({ min: 1, max: 60 }),
  }),
);

test('the ordering rules accept a packer that assigns ids and counts exits in order, wherever the ids wrap', () => {
  fc.assert(
    fc.property(parameters, ({ idWrap, idStart, window, waves }) => {
      const stream = new Stream(scene({ primitives: waves, freedoms: { idWrap, idStart } }));
      const getId = (wave: number): number => (wave + idStart) % (idWrap + 1);
      const exitWave = (wave: number): void => {
        stream.runSection(wave).countExit(wave, getId(wave + 1));
        if (wave % 3 === 0) stream.showId(getId(wave + 1));
      };
      for (let wave = 0; wave < waves; wave++) {
        if (wave >= window) exitWave(wave - window);
        stream.form([{ x: (wave % 8) * 2, y: 0, primitive: wave }], {
          id: getId(wave),
          newest: getId(wave),
          didOverlap: false,
        });
      }
      const orderRules = listFiredRules(stream.judge()).filter(
        (rule) => rule === 'ORD-05' || rule === 'ORD-06',
      );
      expect(orderRules).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('ORD-06 fires if the exiting id is one too large, for any highest and first id', () => {
  fc.assert(
    fc.property(parameters, ({ idWrap, idStart }) => {
      const stream = new Stream(scene({ freedoms: { idWrap, idStart } }));
      stream.form([{ x: 0, y: 0, primitive: 0 }], { id: idStart, newest: idStart });
      stream.form([{ x: 4, y: 0, primitive: 1 }], { id: (idStart + 1) % (idWrap + 1), newest: 0 });
      stream
        .runSection(0)
        .countExit(0, (idStart + 1) % (idWrap + 1))
        .showId((idStart + 2) % (idWrap + 1));
      expect(listFiredRules(stream.judge())).toContain('ORD-06');
    }),
    { numRuns: 60 },
  );
});
