import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };
const ELSEWHERE = { x: 8, y: 8, primitive: 2 };
const REPORT = { didOverlap: true, newest: 0 };

/** Returns the unit that ORD-02 blames when the younger wave on a pixel runs its section first, and the hint. */
function findSuspect(stream: Stream): readonly [unit: string | undefined, hint: string | undefined] {
  const found = stream.judge().violations.find(({ rule }) => rule === 'ORD-02');
  return [found?.unit, found?.hint];
}

const formTwoWaves = (report = REPORT): Stream => new Stream(scene()).form([P0]).form([P1], report);

test('blames the program if the older wave had already issued its exit', () => {
  const stream = formTwoWaves().section(0).exitCounted(0, 1).poll(1, 1).section(1).access({ wave: 0 });
  expect(findSuspect(stream)).toEqual([
    'program',
    expect.stringContaining('before the exit of the older wave'),
  ]);
});

test('blames the program if no poll had admitted the younger wave', () => {
  const late = expect.stringContaining('left its poll loop');
  expect(findSuspect(formTwoWaves().section(1).section(0))).toEqual(['program', late]);
  expect(findSuspect(formTwoWaves().poll(1, 0).section(1).section(0))).toEqual(['program', late]);
});

test('blames the lookup if the younger wave was reported without overlap, or with a newest id that is too old', () => {
  const withoutOverlap = formTwoWaves({ didOverlap: false, newest: 1 }).section(1).section(0);
  expect(findSuspect(withoutOverlap)).toEqual(['db', expect.stringContaining('reported without overlap')]);
  const tooOld = new Stream(scene()).form([ELSEWHERE]).form([P0]).form([P1], REPORT);
  tooOld.section(0).exitCounted(0, 1).visible(1).poll(2, 1).section(2).section(1);
  expect(findSuspect(tooOld)).toEqual(['db', expect.stringContaining('newest id 0, which is older')]);
});

test('blames the exiting id if it admitted a wave with the right overlap', () => {
  const ahead = expect.stringContaining('exiting id that admitted');
  expect(findSuspect(formTwoWaves().poll(1, 1).section(1).section(0))).toEqual(['spi', ahead]);
  // A newest id never refers to a wave of another packer.
  const onTwoPackers = new Stream(scene({ freedoms: { packers: 2 } })).form([ELSEWHERE], {
    packer: 1,
    id: 0,
  });
  onTwoPackers.form([P0]).form([P1], { packer: 1, id: 1, newest: 0, didOverlap: true });
  onTwoPackers.section(0).exitCounted(0, 1).visible(1, 1).poll(2, 1).section(2).section(1);
  expect(findSuspect(onTwoPackers)).toEqual(['spi', ahead]);
});

test('blames export-ready on GFX11', () => {
  const stream = new Stream(scene({ chip: 'navi31' })).form([P0]).form([P1]).eventWait(1);
  stream.access({ wave: 1 }).access({ wave: 0 });
  expect(findSuspect(stream)).toEqual(['spi', expect.stringContaining('export-ready')]);
});

test('blames the packer if both primitives share a wave', () => {
  const stream = new Stream(scene()).form([P0, P1]);
  const found = stream
    .access({ wave: 0 })
    .judge()
    .violations.find(({ rule }) => rule === 'ORD-01');
  expect(found?.unit).toBe('sc');
});
