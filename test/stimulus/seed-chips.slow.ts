import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import { getSeedChips, NIGHTLY_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

const NEWER_CHIPS = CHIP_NAMES.filter((name) => chipOf(name).onRequest === true);

function getSequence(name: string) {
  return SEQUENCES.find((sequence) => sequence.name === name)!;
}

/** Returns the chips of a sequence's first scenarios. */
function collectPickedChips(name: string, count: number): Set<string> {
  const sequence = getSequence(name);
  return new Set(
    Array.from({ length: count }, (_, i) => drawScenario(sequence, `0x${(i + 1).toString(16)}`).chip),
  );
}

describe('a chip that was added after the seeds of stored tests were fixed', () => {
  it('is never picked by sequences that every suite includes', () => {
    for (const sequence of SEQUENCES) {
      if (sequence.name === 'newer_chips' || NIGHTLY_SEQUENCES.includes(sequence)) continue;
      expect(getSeedChips(sequence).filter((chip) => NEWER_CHIPS.includes(chip))).toEqual([]);
    }
    const chips = collectPickedChips('rmw_buffer', 40);
    expect(NEWER_CHIPS.filter((chip) => chips.has(chip))).toEqual([]);
    expect(chips.size).toBeGreaterThan(10);
  });

  it('is picked, like all other chips, by sequences that only nightly runs include', () => {
    for (const sequence of NIGHTLY_SEQUENCES) expect(getSeedChips(sequence)).toEqual(sequence.chips);
    expect([...collectPickedChips('memory_corners', 200)].sort()).toEqual([...CHIP_NAMES].sort());
  });

  it('is picked by newer_chips, which picks no other chips', () => {
    expect([...collectPickedChips('newer_chips', 40)].sort()).toEqual([...NEWER_CHIPS].sort());
  });

  it('is picked by a sequence that runs on no other chips', () => {
    expect(getSeedChips({ chips: ['navi31', 'strix'] })).toEqual(['navi31']);
    expect(getSeedChips({ chips: ['strix'] })).toEqual(['strix']);
  });

  it('runs any sequence if a request names the chip', () => {
    expect(drawScenario('rmw_buffer', '0x5eed', { chips: ['strix'] }).chip).toBe('strix');
  });
});
