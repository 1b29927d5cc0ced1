import type { Program } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const LAYERS = { registers: { SPI_SHADER_PGM_RSRC2_PS: 3 << 25, PA_SC_SHADER_CONTROL: 3 << 2 } };

const COLLISIONS = { name: 'pops_intrawave_collision', file: 's', register: 7, size: 1 } as const;

function formWave(
  quads: readonly (typeof P0)[],
  intrawaveMask = 0,
  changes: Parameters<typeof scene>[0] = {},
): Stream {
  const baseScene = scene(changes);
  const programs =
    changes.draw === LAYERS ? baseScene.programs.map(addCollisionArgument) : baseScene.programs;
  // A wave with layers reports an overlap, with the id of an earlier wave as the newest (U4).
  const overlap = intrawaveMask >>> 1 === 0 ? {} : { didOverlap: true, newest: 1023 };
  return new Stream({ ...baseScene, programs }).form(quads, { intrawaveMask, ...overlap });
}

function addCollisionArgument(program: Program): Program {
  return { ...program, arguments: [...program.arguments, COLLISIONS] };
}

test('fires when quads of two primitives share a pixel and there are no layers', () => {
  const verdict = formWave([P0, P1]).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-07']);
  expect(verdict.violations[0].place).toMatchObject({ primitive: 0, otherPrimitive: 1, pixel: [0, 0] });
});

test('fires on GFX11 regardless of the registers', () => {
  expect(listFiredRules(formWave([P0, P1], 2, { chip: 'navi31', draw: LAYERS }).judge())).toContain('ORD-07');
});

test('fires when both quads are in the same layer, or the younger one comes first', () => {
  expect(listFiredRules(formWave([P0, P1], 0, { draw: LAYERS }).judge())).toEqual(['ORD-07']);
  expect(listFiredRules(formWave([P1, P0], 2, { draw: LAYERS }).judge())).toContain('ORD-07');
});

test('does not fire when a new layer starts between the quads, even with garbage in unused bits (L31)', () => {
  expect(listFiredRules(formWave([P0, P1], 0xff000003 | 0, { draw: LAYERS }).judge())).toEqual([]);
});

test('does not fire for quads of one primitive, at different positions, or with disjoint pixels', () => {
  const verdict = formWave([P0, { x: 2, y: 0, primitive: 0 }, { x: 4, y: 0, primitive: 1 }]).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-07']).toBe(1);
  const stream = new Stream(scene()).form([
    { ...P0, masks: [1, 0, 1, 0] },
    { ...P1, masks: [0, 1, 0, 1] },
  ]);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('is evaluated for overlapping quads that the packer put into different waves', () => {
  const verdict = formWave([P0]).form([P1], { didOverlap: true, newest: 0 }).judge();
  expect([verdict.armed['ORD-07'], listFiredRules(verdict)]).toEqual([1, []]);
});
