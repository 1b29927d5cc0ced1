import fc from 'fast-check';
import {
  assembleLines,
  decodeProgram,
  disassembleWords,
  GENERATIONS,
  type Gfx,
  type WaveSize,
} from '../../../arch/index.js';
import { MINIMAL_UPDATE } from '../../../stimulus/generator/repair.js';
import { programs } from '../../../stimulus/index.js';
import { separateHazards } from '../../../stimulus/programs/separate-hazards.js';
import type { ProgramDescriptor } from '../../../transactions/index.js';
import { programDescriptorSchema } from '../../../transactions/program-descriptor.js';
import { assemble, hasLlvm } from '../../arch/isa/differential/llvm.js';

const target = (gfx: Gfx, wave: WaveSize) => ({ gfx, wave, samples: 4 });
const listWaveSizes = (gfx: Gfx): WaveSize[] => (gfx === 'gfx9' ? [64] : [32, 64]);

/** Returns the lines that contain an instruction, in program order. */
function listInstructionLines(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('  '));
}

describe.each(GENERATIONS)('descriptors on %s', (gfx) => {
  const arbitrary = programs.arbitrary(gfx);
  const waves = fc.constantFrom(...listWaveSizes(gfx));

  it('are legal, accepted by the scenario schema, and reproducible', () => {
    fc.assert(
      fc.property(arbitrary, waves, (descriptor, wave) => {
        expect(programs.illegalReason(descriptor, gfx)).toBeUndefined();
        expect(programDescriptorSchema.safeParse(descriptor).error?.issues ?? []).toEqual([]);
        const { words } = programs.assemble(descriptor, target(gfx, wave));
        expect(programs.assemble(structuredClone(descriptor), target(gfx, wave)).words).toEqual(words);
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it('are emitted as assembly that assembles to the same words once its hazards are ended', () => {
    fc.assert(
      fc.property(arbitrary, waves, (descriptor, wave) => {
        const text = programs.text(descriptor, target(gfx, wave));
        if (descriptor.parts !== undefined) return;
        const lines = assembleLines(text, gfx, wave);
        const assembled = lines.flatMap(({ words }) => words);
        expect(separateHazards(assembled, gfx, wave)).toEqual(
          programs.assemble(descriptor, target(gfx, wave)).words,
        );
        for (const { words } of lines) {
          const printed = disassembleWords(words, gfx, wave);
          const reassembled = 'text' in printed ? assembleLines(printed.text, gfx, wave) : [];
          expect(reassembled.flatMap((line) => line.words)).toEqual(words);
        }
      }),
      { numRuns: 4, seed: 2 },
    );
  });

  it.skipIf(!hasLlvm())(
    'assemble to the same words as with LLVM (skipped without apt-get install -y llvm-19)',
    () => {
      const sample = fc.sample(arbitrary, { numRuns: 12, seed: 3 });
      for (const wave of listWaveSizes(gfx)) {
        const texts = sample.map((descriptor) => programs.text(descriptor, target(gfx, wave)));
        const lines = [...new Set(texts.flatMap(listInstructionLines))].filter(
          (line) => !/s_c?branch/.test(line),
        );
        const words = lines.map((line) =>
          assembleLines(line, gfx, wave).flatMap((assembled) => assembled.words),
        );
        expect(assemble(lines, gfx, wave).map((result) => result?.words)).toEqual(words);
      }
    },
  );
});

describe('illegal descriptors', () => {
  const [legal] = fc.sample(programs.arbitrary('gfx10'), { numRuns: 1, seed: 5 });
  const section = { ...legal!.section, shape: 'plain' as const, entryPlace: 'ahead' as const };

  it.each([
    ['an export as the exit on GFX10', { exit: 'done' }, 'with its last export'],
    [
      'a wait in each branch of a section without branches',
      { section: { ...section, entryPlace: 'inside' } },
      'only be placed inside branches',
    ],
    [
      'a load left outstanding by a message without a section',
      {
        exit: 'message',
        section: { ...section, shape: 'none', steps: [], leavesLoad: true },
        discards: { ...legal!.discards, inside: 'none' },
      },
      'if the exit is a message',
    ],
    ['a section without accesses', { section: { ...section, steps: ['alu'] } }, 'must access ordered memory'],
    [
      'an exit only for waves that had to wait, even though all waves set their packer',
      { exit: 'skipped-message', section: { ...section, packer: 'first' } },
      'must send the message',
    ],
    [
      'a switch with an empty arm',
      { exit: 'message', section: { ...section, shape: 'switch', trips: 2, steps: [MINIMAL_UPDATE] } },
      'at least one step',
    ],
    [
      'merged sections, one of which is empty',
      { exit: 'message', section: { ...section, pairs: 2, steps: [MINIMAL_UPDATE] } },
      'at least one step',
    ],
    [
      'an early wait with nothing after it',
      {
        exit: 'message',
        before: [],
        section: { ...section, early: true },
        discards: { ...legal!.discards, before: 'none' },
      },
      'an early wait requires work',
    ],
    [
      'a late message with nothing before it',
      { exit: 'late-message', after: [], section, discards: { ...legal!.discards, after: 'none' } },
      'a late message requires work',
    ],
    [
      'a colour without a format',
      { section, exit: 'message', exports: { ...legal!.exports, colours: 1, conversion: 'ZERO' } },
      'a program has a colour format',
    ],
  ] as const)('%s is rejected with a reason', (_name, change, reason) => {
    const descriptor = {
      ...legal!,
      section: { ...section, steps: [MINIMAL_UPDATE] },
      ...change,
    } as ProgramDescriptor;
    expect(programs.illegalReason(descriptor, 'gfx10')).toContain(reason);
    expect(() => programs.assemble(descriptor, target('gfx10', 64))).toThrow(reason);
  });
});

it('descriptors shrink to a section with one access and no other code', () => {
  const gfx = 'gfx10.3';
  const { counterexample } = fc.check(
    fc.property(programs.arbitrary(gfx), (descriptor) => {
      const { words } = programs.assemble(descriptor, target(gfx, 64));
      const { instructions } = decodeProgram(words, gfx, 64);
      return !instructions.some(({ memory }) => memory?.access === 'atomic');
    }),
    { seed: 4, numRuns: 200 },
  );
  const [smallest] = counterexample as [ProgramDescriptor];
  expect(smallest.section.steps).toEqual([
    expect.objectContaining({ operation: expect.stringContaining('atomic') }),
  ]);
  expect(smallest).toMatchObject({
    before: [],
    after: [],
    discards: { before: 'none', inside: 'none', after: 'none' },
    exports: { colours: 0, depth: 'none', dualSource: false },
    section: { shape: 'plain', entryPlace: 'ahead', early: false, rounds: 1, pairs: 1, packer: 'waiting' },
  });
  expect(smallest.parts).toBeUndefined();
});

it.each([
  ['arms of a switch', { shape: 'switch', trips: 3 }],
  ['merged sections', { shape: 'plain', pairs: 3 }],
] as const)('steps are divided evenly among %s', (_name, change) => {
  const [sampled] = fc.sample(programs.arbitrary('gfx10'), { numRuns: 1, seed: 6 });
  const plain = { entryPlace: 'ahead', early: false, rounds: 1, pairs: 1, packer: 'waiting' } as const;
  const makeUpdates = (count: number): ProgramDescriptor => ({
    ...sampled!,
    exit: 'message',
    before: [],
    after: [],
    discards: { before: 'none', inside: 'none', after: 'none', message: false },
    section: {
      ...sampled!.section,
      ...plain,
      leavesLoad: false,
      ...change,
      steps: new Array(count).fill(MINIMAL_UPDATE),
    },
  });
  for (const count of [3, 4, 5, 7]) {
    const text = programs.text(makeUpdates(count), target('gfx10', 64));
    const section = text.slice(0, text.indexOf('sendmsg'));
    const separators = change.shape === 'switch' ? /s_cbranch_execz \w+/ : /src_pops_exiting_wave_id/;
    const pieces = section.split(separators).slice(1);
    const stores = pieces.map((piece) => piece.split('buffer_store_').length - 1);
    expect(stores.reduce((sum, count) => sum + count, 0)).toBe(count);
    expect(Math.max(...stores) - Math.min(...stores)).toBeLessThanOrEqual(1);
    expect(stores).toHaveLength(3);
  }
});
