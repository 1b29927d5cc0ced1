import { createLedgers } from '../../../../checkers/evidence/facts/ledgers.js';
import { TouchMap } from '../../../../checkers/evidence/reference/touch-map.js';
import { touchLanes } from '../../../../checkers/evidence/reference/touching.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';
import type { TestQuad } from '../../support/test-quads.js';

const LANES = 64;
const WORD_BYTES = 4;
const TOP_LEFT: TestQuad = { x: 0, y: 0, primitive: 0 };
const ELSEWHERE: TestQuad = { x: 4, y: 4, primitive: 1 };

/** Returns whether the buffer's first word is compared after the given waves store to it with the given lanes. */
function isCompared(
  ...waves: readonly { quads: readonly TestQuad[]; lanesLo?: number; lanesHi?: number }[]
): boolean {
  const baseScene = scene();
  const scenario = {
    ...baseScene,
    wave: 64 as const,
    memory: baseScene.memory.map((object) => ({ ...object, compare: { kind: 'bytes' } as const })),
  };
  const ledgers = createLedgers(scenario, waves.length);
  const stream = new Stream(scenario);
  for (const { quads } of waves) stream.form(quads);
  for (const transaction of stream.transactions) {
    if (transaction.kind === 'wave-formed') ledgers.waves.on['wave-formed']?.(transaction);
  }
  const touches = new TouchMap(scenario.memory, false);
  waves.forEach(({ lanesLo = 0, lanesHi = 0 }, wave) => {
    const lanes = { lanesLo, lanesHi, addresses: new Float64Array(LANES).fill(BUFFER) };
    touchLanes(touches, ledgers.grid, ledgers.waves.find(wave)!, lanes, { bytes: WORD_BYTES, writes: true });
  });
  return touches.isComparable(0, 0);
}

test('pixel 0 is treated like any other: its waves are ordered only among themselves', () => {
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: [TOP_LEFT], lanesLo: 1 })).toBe(true);
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: [ELSEWHERE], lanesLo: 1 })).toBe(false);
});

test('uncovered lanes touch nothing', () => {
  const uncoveredQuad: TestQuad = { ...ELSEWHERE, masks: [0, 1, 1, 1] };
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: [uncoveredQuad], lanesLo: 1 })).toBe(true);
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: [uncoveredQuad], lanesLo: 2 })).toBe(false);
});

test('lanes in both halves of a wave map to the right pixels', () => {
  const last = { x: 14, y: 14, primitive: 0 };
  const row = [...Array.from({ length: 8 }, (_, i) => ({ x: 2 * i, y: 0, primitive: 0 })), last];
  expect(isCompared({ quads: [last], lanesLo: 1 }, { quads: row, lanesHi: 1 })).toBe(true);
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: row, lanesHi: 1 })).toBe(false);
  expect(isCompared({ quads: [TOP_LEFT], lanesLo: 1 }, { quads: row, lanesLo: 1 })).toBe(true);
  const eighth: TestQuad = { x: 14, y: 0, primitive: 0 };
  expect(isCompared({ quads: row, lanesLo: 1 << 31 }, { quads: [eighth], lanesLo: 1 << 3 })).toBe(true);
  expect(isCompared({ quads: row, lanesLo: 1 << 31 }, { quads: [eighth], lanesLo: 1 })).toBe(false);
});
