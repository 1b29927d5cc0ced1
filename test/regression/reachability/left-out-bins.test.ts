import { describe, expect, it } from 'vitest';
import { binRows, emptyCoverage } from '../../../coverage/index.js';
import { openCorpus, readLeftOutBins } from '../../../regression/index.js';
import { descriptorProof } from '../../../regression/reachability/descriptor-proof.js';
import { binsWithFacts, factProof } from '../../../regression/reachability/fact-proofs.js';
import { fieldProof } from '../../../regression/reachability/field-proof.js';
import { nameOfBin } from '../../../regression/reachability/prove.js';

const rows = readLeftOutBins();
const leftOut = binRows(emptyCoverage()).filter(({ kind }) => kind !== 'count');

describe('bins that are left out of the score', () => {
  it('have a proof, or the tests that were tried, each of them (npm run reachability -- RUN writes them)', () => {
    expect(rows.map(({ bin }) => bin)).toEqual(leftOut.map(nameOfBin));
    expect(rows.filter(({ proof, tests }) => proof === undefined && tests < 10_000)).toEqual([]);
  });

  it('have proofs by facts and descriptors that hold', () => {
    const static_ = rows.filter(({ proof }) => proof?.by === 'facts' || proof?.by === 'descriptors');
    expect(static_.length).toBeGreaterThan(40);
    for (const { bin, proof } of static_) {
      const { group, item, bin: name } = leftOut.find((row) => nameOfBin(row) === bin)!;
      expect(factProof(bin) ?? (group === 'programs' ? descriptorProof(item, name) : undefined)).toEqual(
        proof,
      );
    }
    expect(binsWithFacts().filter((bin) => !rows.some((row) => row.bin === bin))).toEqual([]);
  });

  it('have no proof by descriptors where some legal program has the combination', () => {
    expect(descriptorProof('shape x entry', 'no section has no wait')).toBeUndefined();
    expect(descriptorProof('generation x shape x exit', 'a section is left')).toMatchObject({
      by: 'descriptors',
    });
  });

  it.each(['SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED/0', 'DB_DFSM_CONFIG.DISABLE_POPS/1'])(
    '%s: a legal test with that value fires the rule that its row names',
    (name) => {
      const [field, bin] = name.split('/');
      const { proof } = rows.find((row) => row.bin === `registers/${name}`)!;
      expect(proof?.by).toBe('rule');
      expect(fieldProof(field!, bin!, openCorpus())).toEqual(proof);
    },
  );

  it('has no proof by a rule for a value that legal tests use', () => {
    expect(fieldProof('SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED', '1', openCorpus())).toBeUndefined();
  });
});
