import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const oneQuad = (primitive: number) => [{ x: 2 * primitive, y: 0, primitive }];
const FLUSH = { overlapOverflow: setting('overlapOverflow', 'flush') };

function createStream(freedoms: object = {}): Stream {
  return new Stream(scene({ freedoms: { overlapEntries: 2, ...freedoms } }));
}

const fires = (stream: Stream): boolean => listFiredRules(stream.judge()).includes('LAUNCH-13');

test("fires when a packer's unfinished waves cover more positions than the overlap table holds", () => {
  expect(fires(createStream().form(oneQuad(0)).form(oneQuad(1)))).toBe(false);
  expect(fires(createStream().form(oneQuad(0)).form(oneQuad(1)).form(oneQuad(2)))).toBe(true);
  expect(fires(createStream().form(oneQuad(0)).form(oneQuad(1)).form(oneQuad(2), { packer: 1 }))).toBe(false);
  expect(
    fires(createStream().form(oneQuad(0)).form(oneQuad(1)).runSection(0).countExit(0, 1).form(oneQuad(2))),
  ).toBe(false);
  const conservative = setting('overlapOverflow', 'conservative');
  expect(
    fires(createStream({ overlapOverflow: conservative }).form(oneQuad(0)).form(oneQuad(1)).form(oneQuad(2))),
  ).toBe(false);
});

test('fires when a packer forms a wave during a flush', () => {
  const fillTable = (freedoms: object, reason: 'table' | 'full'): Stream =>
    createStream(freedoms)
      .form(oneQuad(0), { reason: 'full' })
      .form(oneQuad(1), { reason })
      .runSection(0)
      .countExit(0, 1);
  expect(fires(fillTable(FLUSH, 'table').form(oneQuad(2)))).toBe(true);
  expect(fires(fillTable(FLUSH, 'full').form(oneQuad(2)))).toBe(false);
  expect(fires(fillTable({}, 'table').form(oneQuad(2)))).toBe(false);
  expect(fires(fillTable(FLUSH, 'table').runSection(1).countExit(1, 2).form(oneQuad(2)))).toBe(false);
});

test('does not count unordered draws, or quads of coarse fragments', () => {
  const firesIn = (changes: Parameters<typeof scene>[0]): boolean =>
    fires(
      new Stream(scene({ freedoms: { overlapEntries: 2 }, chip: 'navi31', ...changes }))
        .form(oneQuad(0))
        .form(oneQuad(1))
        .form(oneQuad(2)),
    );
  expect(firesIn({})).toBe(true);
  expect(firesIn({ draw: { interlock: 'pixel-unordered' } })).toBe(false);
  expect(firesIn({ draw: { registers: { GE_VRS_RATE: 0x11 } } })).toBe(false);
});
