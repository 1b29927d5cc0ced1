import type { ChipName } from '../../../../arch/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

type TestExport = readonly [target: number, enabled: number];

/** Returns `['EXP-07']` if the rule fires for a wave with the given formats and exports. The last export sets done. */
function listFirings(
  chip: ChipName,
  formats: Readonly<Record<string, number>>,
  ...exports: TestExport[]
): string[] {
  const stream = new Stream(scene({ chip, draw: { registers: formats } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]).allocate(0);
  exports.forEach(([target, enabled], i) => {
    stream.export(0, { target, enabled, done: i === exports.length - 1 });
  });
  return listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-07');
}

const COLOURS = { SPI_SHADER_COL_FORMAT: 0x44, SPI_SHADER_Z_FORMAT: 0 };
const DEPTH = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 1 };
const COLOURS_AND_DEPTH = { SPI_SHADER_COL_FORMAT: 0x44, SPI_SHADER_Z_FORMAT: 1 };

test('fires for targets that have no format', () => {
  expect(listFirings('navi21', COLOURS, [0, 15], [1, 15])).toEqual([]);
  expect(listFirings('navi21', COLOURS, [2, 15])).toEqual(['EXP-07']);
  expect(listFirings('navi21', COLOURS, [8, 1])).toEqual(['EXP-07']);
  expect(listFirings('navi21', DEPTH, [8, 1])).toEqual([]);
  expect(listFirings('navi31', DEPTH, [0, 0])).toEqual(['EXP-07']);
});

test('does not fire for targets of unknown format', () => {
  expect(listFirings('navi21', {}, [3, 15], [8, 1])).toEqual([]);
});

test('fires for null exports with channels enabled, and for any null export on GFX11', () => {
  expect(listFirings('vega10', DEPTH, [9, 0])).toEqual([]);
  expect(listFirings('vega10', DEPTH, [9, 15])).toEqual(['EXP-07']);
  expect(listFirings('navi31', COLOURS, [9, 0])).toEqual(['EXP-07']);
});

test('accepts dual-source targets only on GFX11, and never the targets of other stages', () => {
  expect(listFirings('navi31', COLOURS, [21, 3], [22, 3])).toEqual([]);
  expect(listFirings('navi21', COLOURS, [21, 3])).toEqual(['EXP-07']);
  expect(listFirings('navi21', COLOURS, [12, 15])).toEqual(['EXP-07']);
  expect(listFirings('navi21', COLOURS, [32, 15])).toEqual(['EXP-07']);
});

test('requires depth first and colours in ascending order on GFX11', () => {
  expect(listFirings('navi31', COLOURS_AND_DEPTH, [8, 1], [0, 3], [1, 3])).toEqual([]);
  expect(listFirings('navi31', COLOURS_AND_DEPTH, [0, 3], [8, 1])).toEqual(['EXP-07']);
  expect(listFirings('navi31', COLOURS_AND_DEPTH, [1, 3], [0, 3])).toEqual(['EXP-07']);
  expect(listFirings('navi21', COLOURS_AND_DEPTH, [0, 15], [8, 1])).toEqual([]);
});

test('requires a GFX11 wave to export depth before colours if depth is reserved, unless it exports no channels', () => {
  expect(listFirings('navi31', COLOURS_AND_DEPTH, [0, 3])).toEqual(['EXP-07']);
  expect(listFirings('navi31', COLOURS_AND_DEPTH, [0, 0])).toEqual([]);
  expect(listFirings('navi31', COLOURS, [0, 3])).toEqual([]);
});

test('treats a wave that reuses the number of an earlier one as a new wave, as in traces', () => {
  const stream = new Stream(scene({ chip: 'navi31', draw: { registers: COLOURS } }));
  for (const id of [0, 1]) {
    stream.form([{ x: 2 * id, y: 0, primitive: id }], { wave: 0, id }).allocate(0);
    stream.export(0, { target: 0, enabled: 3, done: false }).export(0, { target: 1, enabled: 3 }).end(0);
  }
  expect(listFiredRules(stream.judge())).not.toContain('EXP-07');
});
