import { Dispatcher } from '../../../../checkers/evidence/basics/dispatch.js';
import { createLedgers, listLedgerHandlers } from '../../../../checkers/evidence/facts/ledgers.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

it('the search for overlapped waves goes no further back than the id window', () => {
  const idWindow = 5;
  const waves = 40;
  const scenario = scene({ chip: 'navi31', primitives: waves, freedoms: { idWindow } });
  const stream = new Stream(scenario);
  for (let primitive = 0; primitive < waves; primitive++)
    stream.form([{ x: 0, y: 0, primitive }], { id: primitive });
  const ledgers = createLedgers(scenario, waves);
  const dispatch = new Dispatcher(listLedgerHandlers(ledgers), [], (wave) => ledgers.waves.find(wave));
  for (const transaction of stream.transactions) dispatch.send(transaction);
  const predecessors = Array.from({ length: waves }, (_, wave) =>
    ledgers.waves.get(wave).predecessors.map((predecessor) => predecessor.wave.order),
  );
  expect(predecessors).toEqual(
    Array.from({ length: waves }, (_, wave) =>
      Array.from({ length: Math.min(wave, idWindow) }, (_predecessor, back) => wave - 1 - back),
    ),
  );
});
