import { GENERATIONS, getExampleChip } from '../../arch/index.js';
import { type BinRow, type CoverageData, getBinRows, summariseCoverage } from '../../coverage/index.js';
import type { Corpus } from '../../stimulus/index.js';
import { proveByDescriptors } from './descriptor-proof.js';
import type { ExcludedBin, ExclusionProof } from './excluded-bins.js';
import { proveByFact } from './fact-proofs.js';
import { proveByRule } from './field-proof.js';
import { proveBySections } from './section-proof.js';

/** Returns the name of a bin: `GROUP/ITEM/BIN`. */
export function formatBinName({ group, item, bin }: Pick<BinRow, 'group' | 'item' | 'bin'>): string {
  return `${group}/${item}/${bin}`;
}

/**
 * Collects the evidence that legal tests cannot hit the excluded bins: hardware facts, legal descriptors, a rule that
 * fires or, failing these, only the tests in `coverage`.
 */
export function proveExcluded(coverage: CoverageData, corpus: Corpus): ExcludedBin[] {
  const tests = summariseCoverage(coverage).tests.passed;
  return getBinRows(coverage)
    .filter(({ kind }) => kind !== 'count')
    .map((row): ExcludedBin => {
      const bin = formatBinName(row);
      const proof = row.passed.tests > 0 ? undefined : findStaticProof(row, corpus);
      return { bin, ...(proof === undefined ? {} : { proof }), tests, hit: row.passed.tests };
    });
}

function findStaticProof(row: BinRow, corpus: Corpus): ExclusionProof | undefined {
  const { group, item, bin } = row;
  const fact = proveByFact(formatBinName(row));
  if (fact !== undefined) return fact;
  if (group === 'programs') return proveByDescriptors(item, bin);
  if (group === 'sections') return proveBySections(item, bin);
  if (group !== 'registers') return undefined;
  const [, field] = /^generation x (.*)$/.exec(item) ?? [];
  if (field === undefined) return proveByRule(item, bin, corpus);
  const [, value, gfx] = /^(\w+) on ([\w.]+)$/.exec(bin) ?? [];
  const chips = GENERATIONS.filter((generation) => generation === gfx).map((generation) =>
    getExampleChip(generation),
  );
  return value === undefined ? undefined : proveByRule(field, value, corpus, chips);
}
