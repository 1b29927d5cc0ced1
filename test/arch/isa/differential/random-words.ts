import { getGeneration, type InstructionSet } from '../../../../arch/instruction-set.js';
import { type FormatName, getLayout, listFormats } from '../../../../arch/isa/formats/index.js';
import type { Bits, Layout } from '../../../../arch/isa/formats/layout.js';
import type { Random } from './random.js';

/** Number of words per instruction. The longest instruction has two words, plus three address words. */
const WORD_COUNT = 5;
/** Percentages of modifier fields to clear. With 0, the words are purely random. */
const ZERO_PERCENTAGES = [95, 80, 60, 30, 0];
/** Matches register and number fields, which are rarely cleared. */
const OPERAND_FIELDS =
  /^(vdst|vdata|addr|vaddr|data|data0|data1|vsrc1|sdst|ssrc0|ssrc1|sdata|sbase|srsrc|soffset|simm16|offset|attr)$/;
const EXTENSION_SOURCES = [249, 250, 233, 234, 255, 255];
const SOURCE_BITS = 9;
/** Values of `saddr`: the codes for "no register" on each generation, and two registers. */
const ADDRESS_CODES = [0x7f, 0x7c, 0x7d, 0, 2];

function getWidth(pieces: Bits): number {
  return pieces.reduce((sum, [, width]) => sum + width, 0);
}

function writeBits(words: number[], pieces: Bits, value: number): void {
  let remaining = value;
  for (const [low, width] of pieces) {
    const mask = ((2 ** width - 1) << (low & 31)) >>> 0;
    words[low >>> 5] = ((words[low >>> 5] & ~mask) | ((remaining % 2 ** width) << (low & 31))) >>> 0;
    remaining = Math.floor(remaining / 2 ** width);
  }
}

function randomWord(random: Random): number {
  return (random.below(0x10000) * 0x10000 + random.below(0x10000)) >>> 0;
}

function randomSource(random: Random, zeroChance: number): number {
  if (random.chance(zeroChance / 2)) return 0;
  if (random.chance(65)) return 256 + random.below(256);
  return random.chance(30) ? random.pick(EXTENSION_SOURCES) : random.below(256);
}

function randomField(random: Random, name: string, width: number, zeroChance: number): number {
  if (width === SOURCE_BITS) return randomSource(random, zeroChance);
  const percent = OPERAND_FIELDS.test(name) ? zeroChance / 3 : zeroChance;
  return random.chance(percent) ? 0 : random.below(2 ** Math.min(width, 31));
}

/** Generates a random extension word: DPP, SDWA, a small literal, or arbitrary bits. */
function randomExtensionWord(random: Random): number {
  const bits = randomWord(random);
  return random.pick([
    ((bits & 0xff) | 0xff080000 | (random.below(256) << 8)) >>> 0,
    0x06060006 | random.below(256),
    0x05040600 | (bits & 0xff),
    bits & 0xffffff,
    (bits & 0x0f0f06ff) >>> 0,
    bits,
    bits,
  ]);
}

/** Randomises the fields one by one, so that most words are valid. Unused bits mostly stay zero. */
function setFields(random: Random, words: number[], layout: Layout, zeroChance: number): void {
  for (let i = 0; i < layout.words; i++) if (random.chance(85)) words[i] = i === 0 ? layout.match : 0;
  for (const [name, pieces] of Object.entries(layout.fields)) {
    writeBits(words, pieces, randomField(random, name, getWidth(pieces), zeroChance));
  }
  const { op_sel_hi: highHalves } = layout.fields;
  if (highHalves !== undefined)
    writeBits(words, highHalves, random.pick([0, 7, 7, 7, 3, 4, random.below(8)]));
}

function randomInstructionWords(
  random: Random,
  format: FormatName,
  layout: Layout,
  opcode: number,
): number[] {
  const words = Array.from({ length: WORD_COUNT }, () => randomWord(random));
  words[0] = ((words[0] & ~layout.mask) | layout.match) >>> 0;
  const zeroChance = random.pick(ZERO_PERCENTAGES);
  if (zeroChance > 0) setFields(random, words, layout, zeroChance);
  if (layout.fields.op !== undefined) writeBits(words, layout.fields.op, opcode);
  if (format === 'flat' && random.chance(70))
    writeBits(words, layout.fields.saddr, random.pick(ADDRESS_CODES));
  words[layout.words] = randomExtensionWord(random);
  return words;
}

/** Generates `copies` instructions, which may be invalid, for every format and opcode of an instruction set. */
export function randomWords(random: Random, set: InstructionSet, copies: number): number[][] {
  const gfx = getGeneration(set);
  return listFormats(gfx).flatMap((format) => {
    const layout = getLayout(format, gfx);
    const opcodes = 2 ** getWidth(layout.fields.op ?? []);
    return Array.from({ length: opcodes * copies }, (_, i) =>
      randomInstructionWords(random, format, layout, Math.floor(i / copies)),
    );
  });
}
