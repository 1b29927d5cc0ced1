import type { ExportGranted } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const EMPTY = { target: 0, enabled: 0, compressed: false, lanesLo: 0, lanesHi: 0, data: new Int32Array(0) };

/**
 * Returns the rules that fire for the given grants on two export buses. Waves 0 and 1 are on packer 0, and wave 2 is
 * on packer 1.
 */
function checkGrants(...grants: Grant[]): string[] {
  return checkGrantsWithBuses(2, ...grants);
}

type Grant = Partial<ExportGranted> & { wave: number; cycle: number };

/** Returns the rules that fire for the given grants on `exportBuses` export buses. */
function checkGrantsWithBuses(exportBuses: number, ...grants: Grant[]): string[] {
  const stream = new Stream(scene({ freedoms: { regionSize: 8, exportBuses } }));
  for (const [wave, packer] of [0, 0, 1].entries()) {
    stream.form([{ x: wave * 4, y: 0, primitive: wave }], { packer });
  }
  for (const grant of grants) {
    stream.add({ kind: 'export-granted', pc: 92, type: 'colour', index: 0, ...EMPTY, ...grant });
  }
  return listFiredRules(stream.judge());
}

test('fires if two waves write the same buffer in the same cycle', () => {
  expect(checkGrants({ wave: 0, cycle: 9 }, { wave: 1, cycle: 9 })).toEqual(['EXP-03']);
  expect(checkGrants({ wave: 0, cycle: 9 }, { wave: 1, cycle: 10 })).toEqual([]);
});

test('allows writes to buffers of different packers or different types in the same cycle', () => {
  expect(checkGrants({ wave: 0, cycle: 9 }, { wave: 2, cycle: 9, index: 1 })).toEqual([]);
  expect(checkGrants({ wave: 0, cycle: 9 }, { wave: 1, cycle: 9, type: 'position' })).toEqual([]);
});

test("fires when colours go to another packer's buffer", () => {
  expect(checkGrants({ wave: 2, cycle: 9, index: 0 })).toEqual(['EXP-03']);
  expect(checkGrants({ wave: 2, cycle: 9, index: 1 })).toEqual([]);
});

test('fires when more exports are granted in a cycle than there are buses', () => {
  const bothGrants: Grant[] = [
    { wave: 0, cycle: 9 },
    { wave: 2, cycle: 9, index: 1 },
  ];
  expect(checkGrantsWithBuses(1, ...bothGrants)).toEqual(['EXP-03']);
  expect(checkGrantsWithBuses(2, ...bothGrants)).toEqual([]);
  expect(checkGrantsWithBuses(1, bothGrants[0], { ...bothGrants[1], cycle: 10 })).toEqual([]);
});
