import { searchExcluded } from '../../../closure/aim/search-holes.js';
import { collectGeneratedValues, isGenerated } from '../../../closure/reachability/drawn-values.js';
import { readExcludedBins } from '../../../closure/reachability/excluded-bins.js';
import { holdsFact } from '../../../closure/reachability/fact-proofs.js';
import { proveByDescriptors, proveByRule } from '../../../closure/reachability/prove.js';
import { createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { formatBinName } from '../../../harness/records/index.js';

const rows = readExcludedBins();
const excluded = getBinRows(createEmptyCoverage()).filter(({ kind }) => kind !== 'count');

describe('bins that are excluded from the score', () => {
  it('are either proven unreachable or have survived a long search (npm run bench -- reachability)', () => {
    expect(rows.map(({ bin }) => bin)).toEqual(excluded.map(formatBinName));
    const searched = rows.filter(({ proof }) => proof === undefined);
    expect(searched.filter(({ aimed = 0, drawn = 0 }) => aimed < 60 && drawn < 2000)).toEqual([]);
    expect(rows.filter(({ hit }) => hit > 0)).toEqual([]);
  });

  it('have valid fact and descriptor proofs', () => {
    const proven = rows.filter(({ proof }) => proof?.by === 'facts' || proof?.by === 'descriptors');
    expect(proven.length).toBeGreaterThan(40);
    for (const { bin, proof } of proven) {
      const { group, item, bin: name } = excluded.find((row) => formatBinName(row) === bin)!;
      if (proof?.by === 'facts') expect([bin, holdsFact(proof.of, bin)]).toEqual([bin, true]);
      else expect(proveByDescriptors(group, item, name)).toEqual(proof);
    }
  });

  it.each([
    ['gfx10 has hasWave32 false', 'wave-formation/generation x lanes/gfx9 has no wave32'],
    ['only gfx10 has sharesScalars true', 'occupancy/generation x refused/every wave has its scalars'],
    ['chips of gfx9 have 1 packers at most', 'wave-formation/generation x packer/gfx9 has 2 packers'],
    ['no chip of gfx10 has stalledDrain', 'wave-formation/generation x closing/gfx10.3 needs no drain'],
    [
      'gfx9 without DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP',
      'wave-formation/generation x closing/gfx11 has no drain',
    ],
    [
      'gfx9 without the field',
      'registers/generation x DB_SHADER_CONTROL.EXEC_IF_OVERLAPPED/generations without it',
    ],
    ['a wave32 holds 9 quads', 'wave-formation/lanes x quads/wave32 holds 8 quads'],
    ['gfx9 is old', 'intrawave/generation/gfx11'],
  ])('have no proof by a fact that is false: %s', (fact, bin) => {
    expect(holdsFact(fact, bin)).toBe(false);
  });

  it('have no descriptor proof if a legal program can have the combination', () => {
    expect(proveByDescriptors('programs', 'shape x entry', 'no section has no wait')).toBeUndefined();
    expect(proveByDescriptors('programs', 'generation x shape x exit', 'a section is left')).toMatchObject({
      by: 'descriptors',
    });
  });

  it('have no descriptor proof if a multi-part program can have the combination', () => {
    expect(
      proveByDescriptors('sections', 'placement x discard', 'nothing lies between read and write'),
    ).toBeDefined();
    expect(proveByDescriptors('sections', 'prolog x steps', 'none x plain')).toBeUndefined();
  });

  it('are searched for like any other bin, and the search fails if it hits one', () => {
    const search = () => searchExcluded('waiters/state/not yet polled', 40);
    expect(search).toThrow(
      /^waiters\/state\/not yet polled is excluded, but \w+\.\d+ of seed 0x1ef7 hits it$/,
    );
  });

  it('include field values that no draw sets', () => {
    const values = collectGeneratedValues(1, openCorpus());
    expect(values.scenarios).toBeGreaterThan(40);
    expect(isGenerated(values, 'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP', '1')).toBe(true);
    expect(isGenerated(values, 'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP', '0')).toBe(false);
    expect(isGenerated(values, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE', 'low')).toBe(true);
    expect(() => isGenerated(values, 'VGT_PRIMITIVE_TYPE.PRIM_TYPE', 'lowest')).toThrow(
      'registers/VGT_PRIMITIVE_TYPE.PRIM_TYPE/lowest has no values to search for',
    );
    for (const { bin, drawn: randomTests } of rows) {
      const [, field, name] = bin.split('/');
      if (randomTests !== undefined) expect(isGenerated(values, field!, name!)).toBe(false);
    }
  });

  it.each(['SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED/0', 'DB_DFSM_CONFIG.DISABLE_POPS/1'])(
    'include %s, which makes the rule in its proof fire in an otherwise legal test',
    (name) => {
      const [field, bin] = name.split('/');
      const { proof } = rows.find((row) => row.bin === `registers/${name}`)!;
      expect(proof?.by).toBe('rule');
      expect(proveByRule(field!, bin!, openCorpus())).toEqual(proof);
    },
  );

  it('cannot be proven unreachable by a rule if legal tests use the value', () => {
    expect(proveByRule('SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED', '1', openCorpus())).toBeUndefined();
  });
});
