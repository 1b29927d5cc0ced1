import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const createQuads = (primitive: number) => [{ x: 4 * primitive, y: 0, primitive }];
const FULL_WINDOW = [{ unit: 'packer', index: 0, pc: -1, cause: { on: 'id-window', packer: 0 } }] as const;

test('fires when a packer waits for ids even though all its waves have exited', () => {
  const stream = new Stream(scene())
    .form(createQuads(0))
    .runSection(0)
    .end(0)
    .countExit(0, 1)
    .quiesce(FULL_WINDOW);
  expect(listFiredRules(stream.judge())).toContain('HANG-07');
});

test('does not fire if unfinished waves hold the ids that a packer waits for, and all are distinct', () => {
  const verdict = new Stream(scene()).form(createQuads(0)).form(createQuads(1)).quiesce(FULL_WINDOW).judge();
  expect(listFiredRules(verdict)).toContain('HANG-01');
  expect(listFiredRules(verdict)).not.toContain('HANG-07');
  expect(verdict.armed['HANG-07']).toBe(1);
});
