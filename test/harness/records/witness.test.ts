import { replayScenario } from '../../../harness/one-test/replay.js';
import { chooseWaves } from '../../../harness/records/witness.js';
import type { WaveFormed } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';
import type { TestQuad } from '../../checkers/support/test-quads.js';
import { violation } from '../../failures/picture/support/pictures.js';
import { drawTest } from '../../support/drawn-test.js';

/** Makes formed waves with one quad each, at the given positions. */
function makeFormedWaves(...positions: readonly (readonly [x: number, y: number])[]): WaveFormed[] {
  const stream = new Stream(scene());
  for (const [x, y] of positions) stream.form([{ x, y, primitive: 0 } satisfies TestQuad]);
  return stream.transactions.filter((t) => t.kind === 'wave-formed');
}

describe('the waves chosen for a violation', () => {
  const { draws } = scene();
  const waves = makeFormedWaves([0, 0], [0, 0], [8, 8], [0, 0], [0, 0], [0, 0]);

  it('are the two waves named by its place, in formation order', () => {
    expect(chooseWaves(violation({ place: { wave: 4, otherWave: 1 } }), waves, draws)).toEqual([1, 4]);
  });

  it('include a second wave named in the text rather than a neighbour', () => {
    const observed = 'wave 3 (packer 0 id 3) reads 4, which passes wave 2 (packer 0 id 2)';
    expect(chooseWaves(violation({ rule: 'ORD-06', place: { wave: 3 }, observed }), waves, draws)).toEqual([
      2, 3,
    ]);
  });

  it('include the previous wave on a shared pixel, or the next one after an early exit', () => {
    expect(chooseWaves(violation({ place: { wave: 3 } }), waves, draws)).toEqual([1, 3]);
    expect(chooseWaves(violation({ rule: 'RACE-01', place: { wave: 1 } }), waves, draws)).toEqual([1, 3]);
  });

  it('are found through pixels shared by coarse fragments', () => {
    const coarseQuad = { x: 0, y: 0, rate: 5, primitive: 0 };
    const stream = new Stream(scene())
      .form([{ ...coarseQuad, masks: [0b0011, 0, 0, 0] }])
      .form([{ ...coarseQuad, masks: [0b1100, 0, 0, 0] }])
      .form([{ x: 0, y: 0, primitive: 1, masks: [0, 1, 0, 0] }]);
    const formedWaves = stream.transactions.filter((t) => t.kind === 'wave-formed');
    expect(chooseWaves(violation({ place: { wave: 2 } }), formedWaves, draws)).toEqual([0, 2]);
  });

  it('fall back to the newest wave that the packer had formed before the violation', () => {
    const cycle = waves[3].cycle;
    expect(
      chooseWaves(violation({ rule: 'ORD-06', cycle, place: { packer: 0, id: 9 } }), waves, draws),
    ).toEqual([1, 3]);
    expect(
      chooseWaves(violation({ rule: 'ORD-06', cycle, place: { packer: 1, id: 9 } }), waves, draws),
    ).toEqual([]);
  });

  it('include more waves for a hang, but only those that were formed', () => {
    const steps = [0, 1, 2, 3, 4, 99].map((wave) => `wave ${wave} (packer 0 id ${wave}) waits`);
    expect(chooseWaves(violation({ rule: 'HANG-01', steps }), waves, draws)).toEqual([0, 1, 2, 3]);
    expect(chooseWaves(violation({ place: { wave: 99 } }), waves, draws)).toEqual([]);
  });
});

it('a replayed failure keeps its own copies of the transactions, unaffected by later ones', () => {
  const scenario = drawTest('rmw_buffer', '0x13', { chips: ['navi21'], faults: ['F46'] });
  const { witness, verdict } = replayScenario(scenario);
  expect(witness?.violation).toEqual(verdict.violations[0]);
  expect(witness?.waves).toHaveLength(2);
  const waveNumbers = witness!.transactions.flatMap((t) => ('wave' in t ? [t.wave] : []));
  expect([...new Set(waveNumbers)].sort((a, b) => a - b)).toEqual(witness!.waves);
  const quads = witness!.transactions.flatMap((t) => (t.kind === 'wave-formed' ? [t.quads] : []));
  expect(new Set(quads.map((array) => array.buffer)).size).toBe(quads.length);
});
