import { describe, expect, it } from 'vitest';
import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { drawnChips, NIGHT_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';

const corpus = openCorpus();
const NEWER = CHIP_NAMES.filter((name) => chipOf(name).onRequest === true);

function getSequence(name: string) {
  return SEQUENCES.find((sequence) => sequence.name === name)!;
}

/** Returns the chips of a sequence's first scenarios. */
function collectDrawnChips(name: string, count: number): Set<string> {
  const sequence = getSequence(name);
  return new Set(
    Array.from(
      { length: count },
      (_, i) => sequence.generate({ seed: `0x${(i + 1).toString(16)}`, corpus, knobs: {}, faults: [] }).chip,
    ),
  );
}

describe('a chip that was added after the seeds of stored tests were fixed', () => {
  it('is not drawn by any sequence that is in all suites', () => {
    for (const sequence of SEQUENCES) {
      if (sequence.name === 'newer_chips' || NIGHT_SEQUENCES.includes(sequence)) continue;
      expect(drawnChips(sequence).filter((chip) => NEWER.includes(chip))).toEqual([]);
    }
    const chips = collectDrawnChips('rmw_buffer', 40);
    expect(NEWER.filter((chip) => chips.has(chip))).toEqual([]);
    expect(chips.size).toBeGreaterThan(10);
  });

  it('is drawn, like all other chips, by sequences that only nightly runs include', () => {
    for (const sequence of NIGHT_SEQUENCES) expect(drawnChips(sequence)).toEqual(sequence.chips);
    expect([...collectDrawnChips('memory_corners', 200)].sort()).toEqual([...CHIP_NAMES].sort());
  });

  it('is drawn by newer_chips, which draws no other chips', () => {
    expect([...collectDrawnChips('newer_chips', 40)].sort()).toEqual([...NEWER].sort());
  });

  it('is drawn by a sequence that runs on no other chips', () => {
    expect(drawnChips({ chips: ['navi31', 'strix'] })).toEqual(['navi31']);
    expect(drawnChips({ chips: ['strix'] })).toEqual(['strix']);
  });

  it('runs any test if a request names it', () => {
    const request = { seed: '0x5eed', corpus, chips: ['strix'] as const, knobs: {}, faults: [] };
    expect(getSequence('rmw_buffer').generate(request).chip).toBe('strix');
  });
});
