import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHIP_NAMES, chipOf } from '../../../arch/index.js';
import { readChipName } from '../../../harness/programs/chip-names.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';

test('finds a chip by its name or its processor', () => {
  for (const name of CHIP_NAMES) {
    expect(readChipName(name)).toBe(name);
    expect(chipOf(readChipName(chipOf(name).processor)).processor).toBe(chipOf(name).processor);
  }
  expect(readChipName('gfx1030')).toBe('navi21');
  expect(readChipName('gfx1036')).toBe('vangogh');
});

test('rejects an unknown name and suggests the nearest chip or processor', () => {
  expect(() => readChipName('gfx1103O')).toThrow('Unknown chip "gfx1103O": did you mean gfx1103?');
  expect(() => readChipName('all')).toThrow(
    /^Unknown chip "all": expected raven, renoir, .*, navi48, or a processor such as gfx902$/,
  );
  expect(() => readChipName('navy21')).toThrow('Unknown chip "navy21": did you mean navi21?');
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the corpus files', () => {
  it('contain basic programs for navi21 in both wave sizes', () => {
    const corpus = openCorpus();
    for (const wave of [32, 64] as const) {
      const shaders = corpus.records('navi21', wave).map(({ shader }) => shader);
      expect(shaders).toEqual(expect.arrayContaining(['rmw_buffer', 'or_bits', 'discard_before']));
    }
    expect(corpus.descriptors('gfx10.3').length).toBeGreaterThan(0);
  });

  it('are empty for a chip without a file', () => {
    expect(openCorpus(folder).records('navi99', 32)).toEqual([]);
  });

  it('are rejected with a one-line error if they are malformed', () => {
    writeFileSync(join(folder, 'navi21-w32.json'), '[{"id": "a", "shader": 7}]');
    expect(() => openCorpus(folder).records('navi21', 32)).toThrow(
      /^Invalid corpus file .*navi21-w32.json: \[0\]\.shader is 7; expected a value of type string$/,
    );
  });
});
