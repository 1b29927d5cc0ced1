import { chipOf, decodeProgram, getInstructionSet } from '../../../arch/index.js';
import { getCoherence } from '../../../stimulus/generator/access.js';
import { isAccess } from '../../../stimulus/generator/emission.js';
import { MINIMAL_UPDATE } from '../../../stimulus/generator/repair.js';
import { generated } from '../../../stimulus/sequences/generated.js';
import {
  formatSeed,
  type OrderedAccess,
  type ProgramDescriptor,
  type SectionShape,
} from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

const access = (changes: Partial<OrderedAccess> = {}): OrderedAccess => ({ ...MINIMAL_UPDATE, ...changes });

/** Returns the coherence bits of each access in a section: r if its read has them, w if its write has them. */
function formatCoherenceBits(
  steps: readonly OrderedAccess[],
  changes: Partial<ProgramDescriptor> = {},
  shape: SectionShape = 'plain',
): string[] {
  const section = { shape, steps } as unknown as ProgramDescriptor['section'];
  const discards = { before: 'none', inside: 'none', after: 'none', message: false } as const;
  const descriptor = { coherence: 'ends', section, discards, ...changes } as ProgramDescriptor;
  const coherence = getCoherence(descriptor);
  return steps.map((step) => {
    const { read, write } = coherence.get(step)!;
    return `${read ? 'r' : ''}${write ? 'w' : ''}`;
  });
}

describe('coherence bits of first reads and last writes (S-104)', () => {
  it('are set on the first read and the last write of a location, but not between them', () => {
    expect(formatCoherenceBits([access(), access(), access()])).toEqual(['r', '', 'w']);
    expect(formatCoherenceBits([access(), access({ slot: 1 }), access({ path: 'image' })])).toEqual([
      'rw',
      'rw',
      'rw',
    ]);
  });

  it('are kept on wide accesses if no other single access covers all their bytes', () => {
    expect(formatCoherenceBits([access({ size: 'b32' }), access({ size: 'b128' })])).toEqual(['r', 'rw']);
    expect(formatCoherenceBits([access({ size: 'b128' }), access({ size: 'u8' })])).toEqual(['rw', 'w']);
  });

  it('are kept if some lanes might not reach the other access', () => {
    const inside = { discards: { before: 'none', inside: 'pixels', after: 'none', message: false } as const };
    expect(formatCoherenceBits([access(), access()], inside)).toEqual(['rw', 'w']);
    expect(formatCoherenceBits([access(), access()], {}, 'switch')).toEqual(['rw', 'rw']);
    expect(formatCoherenceBits([access(), access()], {}, 'divergent-if')).toEqual(['r', 'w']);
  });

  it('are not needed around atomics, which always bypass the caches (S-102)', () => {
    expect(
      formatCoherenceBits([access({ operation: 'atomic' }), access(), access({ operation: 'atomic' })])[1],
    ).toBe('');
    expect(formatCoherenceBits([access(), access({ operation: 'atomic' }), access()])).toEqual([
      'r',
      '',
      'w',
    ]);
  });

  it('are kept if scalar reads or buffers selected per lane access the same bytes', () => {
    expect(formatCoherenceBits([access(), access({ path: 'scalar', operation: 'load' }), access()])).toEqual([
      'rw',
      'rw',
      'rw',
    ]);
    expect(formatCoherenceBits([access(), access({ path: 'waterfall' }), access()])).toEqual([
      'rw',
      'rw',
      'rw',
    ]);
  });

  it('are determined across all paths to the second buffer, which access the same memory (S-107)', () => {
    const steps = [access({ object: 'second' }), access({ path: 'flat' }), access({ path: 'global' })];
    expect(formatCoherenceBits(steps)).toEqual(['r', '', 'w']);
  });

  it('are set on every access or on none if the descriptor requires it', () => {
    expect(formatCoherenceBits([access(), access()], { coherence: 'all' })).toEqual(['rw', 'rw']);
    expect(formatCoherenceBits([access(), access()], { coherence: 'emptied' })).toEqual(['rw', 'rw']);
    expect(formatCoherenceBits([access(), access()], { coherence: 'none' })).toEqual(['', '']);
  });
});

it('cache invalidations replace the read bits if the descriptor\'s coherence is "emptied"', () => {
  let checked = 0;
  for (let low = 0; checked < 3; low++) {
    const { chip, wave, programs } = drawScenario(generated, formatSeed({ high: 0xe3, low }));
    for (const { words, descriptor } of programs) {
      const reads = descriptor!.section.steps.some((step) => isAccess(step) && step.operation === 'load');
      if (descriptor!.coherence !== 'emptied' || descriptor!.section.shape !== 'plain' || !reads) continue;
      const { instructions } = decodeProgram(words, getInstructionSet(chipOf(chip)), wave);
      const loads = instructions.filter(({ memory }) => memory?.access === 'load');
      expect(loads.filter(({ memory }) => memory!.glc)).toEqual([]);
      expect(instructions.some(({ invalidates }) => invalidates !== undefined)).toBe(true);
      checked++;
    }
  }
});
