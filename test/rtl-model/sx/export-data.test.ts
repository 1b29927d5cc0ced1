import { type ExportOperation, makeWaveState } from '../../../arch/index.js';
import { makeExportData, readExport } from '../../../rtl-model/sx/export-data.js';

const LANES = 32;

/** Returns the words exported for the first and last lane. The data buffer is filled with 7 beforehand. */
function exportWords(operation: Partial<ExportOperation>): number[][] {
  const state = makeWaveState(LANES, 8, 256);
  for (let index = 0; index < 8 * LANES; index++) state.v[index] = 1000 + index;
  const data = makeExportData(LANES).fill(7);
  readExport(state, { sources: [4, 5, 6, 3], ...operation } as ExportOperation, data);
  return [0, LANES - 1].map((lane) => [0, 1, 2, 3].map((word) => data[word * LANES + lane]!));
}

const getRegisterWord = (register: number, lane: number): number => 1000 + register * LANES + lane;

it('carries the registers of enabled sources, and zero in all lanes for other sources', () => {
  expect(exportWords({ enabled: 0b1010, compressed: false })).toEqual([
    [0, getRegisterWord(5, 0), 0, getRegisterWord(3, 0)],
    [0, getRegisterWord(5, LANES - 1), 0, getRegisterWord(3, LANES - 1)],
  ]);
  expect(exportWords({ enabled: 0b0101, compressed: false })[0]).toEqual([
    getRegisterWord(4, 0),
    0,
    getRegisterWord(6, 0),
    0,
  ]);
});

it.each([
  [0b0001, true, false],
  [0b0010, true, false],
  [0b0011, true, false],
  [0b0100, false, true],
  [0b1000, false, true],
  [0b1111, true, true],
  [0, false, false],
])('carries one word per channel pair in a compressed export with mask %i', (enabled, first, second) => {
  const [lane] = exportWords({ enabled, compressed: true });
  expect(lane).toEqual([first ? getRegisterWord(4, 0) : 0, second ? getRegisterWord(5, 0) : 0, 0, 0]);
});

it('allocates four words per lane', () => {
  expect([makeExportData(32).length, makeExportData(64).length]).toEqual([4 * 32, 4 * 64]);
});
