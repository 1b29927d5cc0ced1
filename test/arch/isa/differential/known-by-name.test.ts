import {
  assembleLines,
  decodeProgram,
  disassembleWords,
  getGenerationEntry,
} from '../../../../arch/index.js';
import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import { encode } from '../../../../arch/isa/encode.js';
import { ALL_ROWS } from '../../../../arch/isa/rows/index.js';
import { encodePackedAttribute } from '../../../../arch/isa/rows/interpolation.js';
import type { Row } from '../../../../arch/isa/rows/row.js';
import { getName, getOpcodeInSet, KNOWN_BUT_UNMODELLED, X } from '../../../../arch/isa/rows/row-base.js';
import { SEGMENTS } from '../../../../arch/isa/table.js';
import { hasTool } from '../../../support/external-tool.js';
import { assemble, disassemble, hasLlvm } from './llvm.js';
import { Random } from './random.js';
import { hasUniqueText } from './random-instruction.js';

/** Handwritten assembly without suffixes, in which operands and modifiers determine the form. */
const TEXTS = [
  'v_add_f32 v0, v1, v2',
  'v_add_f32 v0, -v1, v2',
  'v_add_f32 v0, v1, v2 clamp',
  'v_add_f32 v0, v1, v2 mul:2',
  'v_add_f32 v0, v1, s2',
  'v_mul_f32 v0, |v1|, v2',
  'v_mul_f32 v0, -|v1|, v2',
  'v_cvt_f16_f32 v0, -v1',
  'v_cmp_lt_f32 vcc, v1, v2',
  'v_cmp_lt_f32 vcc, -v1, v2',
  'v_cmp_lt_f32 s[4:5], v1, v2',
  'v_cndmask_b32 v0, v1, v2, vcc',
  'v_cndmask_b32 v0, -v1, v2, vcc',
  'v_fma_f16 v0, v1, -v2, v3 op_sel:[1,0,0,1]',
  'v_add_f32 v0, -v1, v2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf',
];

describe.runIf(hasTool('llvm-mc-19', 'llvm-19'))(
  'assembling handwritten text with and without mnemonic suffixes',
  () => {
    test.each(['gfx900', 'gfx10', 'gfx10.3', 'gfx11'] as const)(
      'chooses the same forms as LLVM on %s',
      (set) => {
        const expected = assemble(TEXTS, set, 64);
        for (const [i, text] of TEXTS.entries()) {
          expect(assembleLines(text, set, 64)[0]?.words, text).toEqual(expected[i]?.words);
        }
      },
    );

    test.each(['v_add_f32_e32 v0, -v1, v2', 'v_mul_f32_e32 v0, v1, v2 clamp'])(
      'rejects %s, whose suffix does not allow its operands',
      (text) => {
        expect(assemble([text], 'gfx10.3', 64)).toEqual([undefined]);
        expect(() => assembleLines(text, 'gfx10.3', 64)).toThrow('a form that supports');
      },
    );
  },
);

const SAMPLES_PER_ROW = 6;
const SETS: readonly InstructionSet[] = ['gfx900', 'gfx10', 'gfx10.3', 'gfx11', 'gfx11.5'];

function listKnownRows(set: InstructionSet): Row[] {
  return ALL_ROWS.filter(
    (row) => row.unmodelled === KNOWN_BUT_UNMODELLED && getOpcodeInSet(row, set) !== X && hasUniqueText(row),
  );
}

function randomFields(random: Random, row: Row, set: InstructionSet): Record<string, number> {
  const gfx = getGeneration(set);
  const name = getName(row, gfx);
  const vector = () => random.below(248);
  const quad = () => random.below(24) * 4;
  if (row.family === 'memory' && row.format === 'ds') {
    const operands = (row.registerFields ?? []).map(([field]) => [field, vector()] as const);
    const offsets = name === 'ds_nop' ? {} : { offset0: random.below(256), offset1: random.below(256) };
    return { ...Object.fromEntries(operands), ...offsets, gds: /gws|ordered/.test(name) ? 1 : 0 };
  }
  if (row.family === 'memory' && row.format === 'mubuf')
    return { srsrc: random.below(24), soffset: random.below(100), offset: random.below(4096) };
  if (row.family === 'memory' && row.format === 'flat')
    return {
      vdst: row.access === 'load' ? vector() : 0,
      data: row.access === 'store' ? vector() : 0,
      saddr: quad(),
    };
  if (row.family === 'memory') {
    const noRegister = getGenerationEntry({ gfx9: 0, gfx10: 125, gfx11: 124 }, gfx);
    const offsetFields = { imm: 1, soffset: noRegister, offset: random.below(0x100000) };
    const address = { sbase: quad() / 2, ...offsetFields };
    if (row.shape === 'result') return { sdata: quad() };
    return row.shape === 'address' ? address : { sdata: quad(), ...address };
  }
  if (row.family === 'scalar') return { ssrc0: quad(), ...(row.format === 'sop1' ? {} : { ssrc1: quad() }) };
  if (row.family === 'control' && row.format === 'sop1') return { sdst: quad(), ssrc0: random.below(256) };
  if (row.family === 'control') return { sdst: quad(), simm16: random.below(0x10000) };
  if (row.family === 'interpolation') {
    const attribute = { attribute: random.below(33), component: random.below(4), high: false };
    const signs = row.interpolation === 'mov' ? {} : { neg: 2 * random.below(2), abs: 2 * random.below(2) };
    const src1 = row.interpolation === 'mov' ? random.below(3) : 256 + vector();
    const output = { clamp: random.below(2), omod: random.below(4) };
    return { vdst: vector(), src0: encodePackedAttribute(attribute), src1, ...signs, ...output };
  }
  const sources = row.family === 'vector' ? row.sources : [];
  const registers = sources.map((_, i) => [`src${i}`, 256 + vector()] as const);
  return { vdst: vector(), ...Object.fromEntries(registers) };
}

describe.each(SETS)('instructions on %s that are known only by name', (set) => {
  const random = new Random(0x4a11);
  const gfx = getGeneration(set);
  const wave = gfx === 'gfx9' ? 64 : 32;
  const samples = listKnownRows(set).flatMap((row) =>
    Array.from({ length: SAMPLES_PER_ROW }, () => {
      const op = getOpcodeInSet(row, set);
      const seg = row.family === 'memory' && row.segment ? SEGMENTS[row.segment] : 0;
      const fields = { ...randomFields(random, row, set), op, seg };
      const words = encode({ format: row.format, extension: 'none', fields, literal: 0 }, gfx);
      const result = disassembleWords(words, set, wave);
      return { name: getName(row, gfx), words, text: 'text' in result ? result.text : result.reason };
    }),
  );

  test('are reported as known but not modelled', () => {
    for (const { name, words } of samples) {
      expect(decodeProgram(words, set, wave).instructions[0].reason).toBe(
        `unsupported: ${name} is known but not modelled`,
      );
    }
  });

  test('round-trip through text', () => {
    for (const { text, words } of samples)
      expect(assembleLines(text, set, wave)[0]?.words, text).toEqual(words);
  });

  test.runIf(hasLlvm())("match LLVM's text and words", () => {
    const texts = disassemble(
      samples.map(({ words }) => words),
      set,
      wave,
    ).map((answer) => answer?.text);
    expect(texts).toEqual(samples.map(({ text }) => text));
    const words = assemble(
      samples.map(({ text }) => text),
      set,
      wave,
    ).map((answer) => answer?.words);
    expect(words).toEqual(samples.map((sample) => sample.words));
  });
});
