import { scene } from '../../support/scenes.js';
import { P0, P1, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 8, y: 8, primitive: 2 };
const REPORT = { didOverlap: true, newest: 0 };

/** Returns the unit that ORD-02 blames, and its hint, when a pixel's younger wave runs its section first. */
function findSuspect(stream: Stream): readonly [unit: string | undefined, hint: string | undefined] {
  const violation = stream.judge().violations.find(({ rule }) => rule === 'ORD-02');
  return [violation?.unit, violation?.hint];
}

const formTwoWaves = (report = REPORT): Stream => new Stream(scene()).form([P0]).form([P1], report);

test('blames the program if the older wave had already issued its exit', () => {
  const stream = formTwoWaves().runSection(0).countExit(0, 1).poll(1, 1).runSection(1).access({ wave: 0 });
  expect(findSuspect(stream)).toEqual([
    'program',
    expect.stringContaining('before the exit of the older wave'),
  ]);
});

test('blames the program if no poll had admitted the younger wave', () => {
  const expectedHint = expect.stringContaining('left its poll loop');
  expect(findSuspect(formTwoWaves().runSection(1).runSection(0))).toEqual(['program', expectedHint]);
  expect(findSuspect(formTwoWaves().poll(1, 0).runSection(1).runSection(0))).toEqual([
    'program',
    expectedHint,
  ]);
});

test('blames the lookup if the younger wave was reported as not overlapping, or with a newest id that is too old', () => {
  const withoutOverlap = formTwoWaves({ didOverlap: false, newest: 1 }).runSection(1).runSection(0);
  expect(findSuspect(withoutOverlap)).toEqual(['db', expect.stringContaining('as not overlapping')]);
  const staleNewest = new Stream(scene()).form([ELSEWHERE]).form([P0]).form([P1], REPORT);
  staleNewest.runSection(0).countExit(0, 1).showId(1).poll(2, 1).runSection(2).runSection(1);
  expect(findSuspect(staleNewest)).toEqual(['db', expect.stringContaining('newest id 0: it is older')]);
});

test('blames the exiting id if it admitted a wave whose reported overlap was correct', () => {
  const expectedHint = expect.stringContaining('exiting id that admitted');
  expect(findSuspect(formTwoWaves().poll(1, 1).runSection(1).runSection(0))).toEqual(['spi', expectedHint]);
  // A newest id never refers to a wave of another packer.
  const stream = new Stream(scene({ freedoms: { packers: 2 } })).form([ELSEWHERE], { packer: 1, id: 0 });
  stream.form([P0]).form([P1], { packer: 1, id: 1, newest: 0, didOverlap: true });
  stream.runSection(0).countExit(0, 1).showId(1, 1).poll(2, 1).runSection(2).runSection(1);
  expect(findSuspect(stream)).toEqual(['spi', expectedHint]);
});

test('blames export-ready on GFX11', () => {
  const stream = new Stream(scene({ chip: 'navi31' })).form([P0]).form([P1]).endEventWait(1);
  stream.access({ wave: 1 }).access({ wave: 0 });
  expect(findSuspect(stream)).toEqual(['spi', expect.stringContaining('export-ready')]);
});

test('blames the packer if both primitives share a wave', () => {
  const stream = new Stream(scene()).form([P0, P1]);
  const violation = stream
    .access({ wave: 0 })
    .judge()
    .violations.find(({ rule }) => rule === 'ORD-01');
  expect(violation?.unit).toBe('sc');
});
