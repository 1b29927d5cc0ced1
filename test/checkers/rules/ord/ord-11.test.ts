import type { ChipName } from '../../../../arch/index.js';
import type { Draw } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 4, y: 4, primitive: 1 };
const NEXT_QUAD = { x: 0, y: 0, primitive: 2 };

const ORDERED_REGISTERS = { DB_SHADER_CONTROL: 1 << 16 };
const DRAIN_REGISTERS = { ...ORDERED_REGISTERS, DB_DFSM_CONTROL: 1 << 2 };

const createDrainingStream = (
  registers: Readonly<Record<string, number>> = DRAIN_REGISTERS,
  chip: ChipName = 'vega10',
): Stream => new Stream(scene({ chip, draw: { registers } }));

const addOverlap = (stream: Stream): Stream => stream.form([P0]).form([P1], { didOverlap: true, newest: 0 });

test('fires when a draining draw forms a wave that overlaps an unfinished one', () => {
  const verdict = addOverlap(createDrainingStream()).judge();
  expect(listFiredRules(verdict)).toContain('ORD-11');
  expect(verdict.violations.find(({ rule }) => rule === 'ORD-11')?.place).toMatchObject({
    wave: 1,
    otherWave: 0,
  });
});

test('does not fire once the overlapped wave has ended', () => {
  const verdict = createDrainingStream().form([P0]).end(0).form([P1]).judge();
  expect(listFiredRules(verdict)).not.toContain('ORD-11');
  expect(verdict.armed['ORD-11']).toBe(2);
});

test('fires when the packer continues after a drain while any of its waves is unfinished', () => {
  const continueAfterDrain = (endedWaves: readonly number[]): Stream => {
    const stream = createDrainingStream().form([P0]).form([ELSEWHERE], { reason: 'drain' });
    for (const wave of endedWaves) stream.end(wave);
    return stream.form([NEXT_QUAD]);
  };
  expect(listFiredRules(continueAfterDrain([0]).judge())).toContain('ORD-11');
  expect(listFiredRules(continueAfterDrain([0, 1]).judge())).not.toContain('ORD-11');
});

test('does not fire if the draw does not drain or is not ordered, or the chip has no such register', () => {
  expect(listFiredRules(addOverlap(createDrainingStream(ORDERED_REGISTERS)).judge())).not.toContain('ORD-11');
  expect(listFiredRules(addOverlap(createDrainingStream({ DB_DFSM_CONTROL: 1 << 2 })).judge())).not.toContain(
    'ORD-11',
  );
  expect(listFiredRules(addOverlap(createDrainingStream(DRAIN_REGISTERS, 'mariner')).judge())).not.toContain(
    'ORD-11',
  );
});

test('does not check other packers', () => {
  const stream = createDrainingStream().form([P0]).form([ELSEWHERE], { reason: 'drain' });
  stream.form([{ x: 8, y: 8, primitive: 2 }], { packer: 1, id: 0, newest: 0 });
  expect(listFiredRules(stream.judge())).not.toContain('ORD-11');
});

test('checks other packers if a drain covers the whole engine', () => {
  const continueOnOtherPacker = (drainScope: number, endsFirst: boolean): Stream => {
    const registers = DRAIN_REGISTERS;
    const stream = new Stream(scene({ chip: 'vega10', draw: { registers }, freedoms: { drainScope } }));
    stream.form([{ x: 8, y: 8, primitive: 0 }], { packer: 1, id: 0, newest: 0 });
    stream.form([P0], { id: 0, newest: 0 }).form([ELSEWHERE], { id: 1, reason: 'drain' }).end(1).end(2);
    if (endsFirst) stream.end(0);
    return stream.form([NEXT_QUAD], { id: 2, newest: 2 });
  };
  expect(listFiredRules(continueOnOtherPacker(1, false).judge())).toContain('ORD-11');
  expect(listFiredRules(continueOnOtherPacker(1, true).judge())).not.toContain('ORD-11');
  expect(listFiredRules(continueOnOtherPacker(0, false).judge())).not.toContain('ORD-11');
});

test('fires when a draw with a different sample count starts without the required wait', () => {
  const changeSamples = (
    sampleChange: number,
    samples: readonly Draw['samples'][],
    endsFirst: boolean,
  ): Stream => {
    const baseScene = scene({ freedoms: { sampleChange } });
    const draws = samples.map((count) => ({ ...baseScene.draws[0], samples: count }));
    const stream = new Stream({ ...baseScene, draws }).form([P0]);
    if (endsFirst) stream.end(0);
    return stream.form([{ ...ELSEWHERE, primitive: 100 }], { draw: samples.length - 1 });
  };
  expect(listFiredRules(changeSamples(1, [1, 4], false).judge())).toContain('ORD-11');
  expect(listFiredRules(changeSamples(1, [1, 4, 4], false).judge())).toContain('ORD-11');
  expect(listFiredRules(changeSamples(1, [1, 4], true).judge())).not.toContain('ORD-11');
  expect(listFiredRules(changeSamples(0, [1, 4], false).judge())).not.toContain('ORD-11');
  expect(listFiredRules(changeSamples(1, [4, 4], false).judge())).not.toContain('ORD-11');
});

test('fires when a draw starts before the earlier waves have ended, although a barrier precedes it', () => {
  const start = (boundary: NonNullable<Draw['boundary']>, endsFirst: boolean): Stream => {
    const stream = new Stream(scene({ moreDraws: [{ boundary }, { boundary: [] }] })).form([P0]);
    if (endsFirst) stream.end(0);
    return stream.form([{ ...ELSEWHERE, primitive: 8 }], { draw: 2 });
  };
  expect(listFiredRules(start(['wait'], false).judge())).toContain('ORD-11');
  expect(listFiredRules(start(['wait'], true).judge())).not.toContain('ORD-11');
  expect(listFiredRules(start(['subpass', 'invalidate'], false).judge())).not.toContain('ORD-11');
});

test('fires when a wave of an earlier draw is formed after one of a draw that waits, on whatever packer', () => {
  const formLast = (draw: number): readonly string[] => {
    const stream = new Stream(scene({ moreDraws: [{ boundary: ['wait'] }, {}] })).form([P0]).end(0);
    stream.form([{ x: 8, y: 8, primitive: 8 }], { draw: 2, packer: 1, id: 0, newest: 0 }).end(1);
    return listFiredRules(stream.form([{ ...ELSEWHERE, primitive: draw * 4 }], { draw }).judge());
  };
  expect(formLast(0)).toContain('ORD-11');
  expect(formLast(1)).not.toContain('ORD-11');
});
