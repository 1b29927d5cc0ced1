import { GENERATIONS } from '../../../arch/chips.js';
import { assembleLines, assembleProgram, decodeProgram, type Gfx, ParseError } from '../../../arch/index.js';
import { X } from '../../../arch/isa/rows/row-base.js';
import { findRow } from '../../../arch/isa/table.js';
import { UNLISTED_NAMES } from '../../../arch/isa/unlisted.js';
import { findGenerationEntry } from '../../../arch/since-generation.js';

const LENGTH = 50_000;

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['minus signs', `v_add_f32 v0, ${'-'.repeat(LENGTH)}v1, v2`],
  ['nested signs', `v_add_f32 v0, ${'neg('.repeat(LENGTH / 4)}v1${')'.repeat(LENGTH / 4)}, v2`],
  ['opening brackets', `s_mov_b32 s0, ${'['.repeat(LENGTH)}`],
  ['letters instead of a counter', `s_waitcnt ${'a'.repeat(LENGTH)}`],
  ['letters instead of a delay', `s_delay_alu ${'a'.repeat(LENGTH)}`],
  ['a long mnemonic', 'v'.repeat(LENGTH)],
  ['commas', `v_add_f32 ${','.repeat(LENGTH)}`],
  ['modifiers', `v_add_f32 v0, v1, v2 ${'clamp '.repeat(LENGTH / 6)}`],
  ['digits', `s_mov_b32 s0, ${'9'.repeat(LENGTH)}`],
  ['a branch to a long label', `s_branch ${'a'.repeat(LENGTH)}`],
  ['a long label without a colon', 'a.'.repeat(LENGTH / 2)],
  ['many halves', `v_dual_mov_b32 v0, v1 ${':: '.repeat(LENGTH / 3)}`],
];

function getMessage(callback: () => unknown): string {
  try {
    callback();
  } catch (error) {
    expect(error).toBeInstanceOf(ParseError);
    return (error as ParseError).message;
  }
  return 'no error';
}

describe.each(TEXTS)(`${LENGTH} characters on one line: %s`, (_, text) => {
  test.each(GENERATIONS)('are rejected with a short one-line error on %s', (gfx) => {
    for (const assemble of [() => assembleLines(text, gfx, 64), () => assembleProgram(text, gfx)]) {
      const message = getMessage(assemble);
      expect(message).toMatch(/^Invalid assembly, line 1, ".*": expected /);
      expect(message).not.toContain('\n');
      expect(message.length).toBeLessThan(240);
    }
  });
});

test('accepts at most one sign before an operand', () => {
  expect(getMessage(() => assembleLines('v_add_f32_e64 v0, --v1, v2', 'gfx10', 64))).toContain('"--v1"');
  expect(getMessage(() => assembleLines('v_add_f32_e64 v0, |-v1|, v2', 'gfx10', 64))).toContain('"-v1"');
});

test('assembles a program with many labels and lines', () => {
  const labels = Array.from({ length: 5000 }, (_, i) => `l${i}:`).join(' ');
  const source = `${labels}\n${'s_nop 0\n'.repeat(20_000)}s_branch l4999`;
  expect(assembleProgram(source, 'gfx10')).toHaveLength(20_001);
});

function getReason(words: readonly number[], gfx: Gfx): string | undefined {
  return decodeProgram(words, gfx, 64).instructions[0].reason;
}

describe('an instruction that cannot run', () => {
  test.each([
    ['gfx10', [0xf4900000, 0xfa000000], 'unsupported: s_memtime is known but not modelled'],
    ['gfx9', [0xd82a0000, 0x01000000], 'unsupported: ds_add_f32 is known but not modelled'],
    ['gfx9', [0xd97c0000, 0], 'unsupported: ds_append is known but not modelled'],
    ['gfx9', [0xd83a0000, 0], 'unsupported: ds_write_addtid_b32 is known but not modelled'],
    ['gfx9', [0xd2710000, 0], 'unsupported: v_interp_p2_f32 is known but not modelled'],
    ['gfx10.3', [0xd6000000, 0], 'unsupported: v_interp_p1_f32 is known but not modelled'],
    ['gfx11', [0xd59b0000, 0], 'unsupported: v_pipeflush is known but not modelled'],
    ['gfx11', [0xd8540000, 0x01000000], 'unsupported: ds_add_f32 is known but not modelled'],
    ['gfx11', [0xe0c80000, 0x80010000], 'unsupported: buffer_load_lds_format_x is known but not modelled'],
    ['gfx9', [0xe0f54005, 0x03010000], 'unsupported: buffer_store_lds_dword'],
    ['gfx11', [0xcc424050, 0x1e42373e], 'unsupported: v_wmma_f16_16x16x16_f16'],
    ['gfx9', [0xbf100000], 'unsupported: s_setvskip is known but not modelled'],
    ['gfx10', [0x7e003600], 'unsupported: v_pipeflush is known but not modelled'],
    ['gfx10.3', [0xd5740000, 0x00020902], 'unsupported: v_trig_preop_f64 is known but not modelled'],
  ] as const)('is reported by name as unsupported on %s: %j', (gfx, words, expected) => {
    expect(getReason(words, gfx)).toBe(expected);
  });

  test('is reported as unsupported even if the table can disassemble it', () => {
    expect(getReason([0xbf92_0001], 'gfx10')).toBe('unsupported: trap handler in s_trap');
  });

  test('does not shadow a table row', () => {
    const shadowedRows = Object.entries(UNLISTED_NAMES).flatMap(([format, entries]) =>
      Object.entries(entries).flatMap(([name, opcodes]) =>
        GENERATIONS.filter((gfx) => {
          const op = findGenerationEntry(opcodes, gfx) ?? X;
          const tableFormat = format === 'global' ? 'flat' : (format as Parameters<typeof findRow>[0]);
          return (
            op !== X && findRow(tableFormat, { op, seg: format === 'global' ? 2 : 0 }, gfx) !== undefined
          );
        }).map((gfx) => `${gfx} ${name}`),
      ),
    );
    expect(shadowedRows).toEqual([]);
  });
});

/** Words that are not instructions in any generation. */
const DATA = [0xffff_ffff, 0x3f80_0000, 0xffff_fffe];

function decode(before: string, data: readonly number[], after: string, gfx: Gfx) {
  const words = [...assembleProgram(before, gfx), ...data, ...assembleProgram(after, gfx)];
  const program = decodeProgram(words, gfx, 64);
  return { words, program, kinds: program.instructions.map(({ kind }) => kind) };
}

describe.each(GENERATIONS)('on %s, data words', (gfx) => {
  test('are skipped after the end of a program', () => {
    const { program, kinds } = decode('s_nop 0\ns_endpgm', DATA, '', gfx);
    expect(kinds).toEqual(['nop', 'end']);
    expect([...program.indexByPc]).toEqual([0, 1, -1, -1, -1]);
  });

  test('are skipped between a branch and its target, and other instructions keep their pcs', () => {
    const { program, kinds } = decode('s_branch 3', DATA, 's_nop 1\ns_endpgm', gfx);
    expect(kinds).toEqual(['branch', 'nop', 'end']);
    expect(program.instructions.map(({ pc, index }) => [pc, index])).toEqual([
      [0, 0],
      [16, 1],
      [20, 2],
    ]);
    expect(program.instructions[0].target).toBe(1);
  });

  test('do not hide the code after them if there is an indirect jump', () => {
    const { program, kinds } = decode('s_setpc_b64 s[0:1]', DATA.slice(0, 1), 's_nop 1\ns_endpgm', gfx);
    expect(kinds).toEqual(['setpc', 'nop', 'end']);
    expect(program.indexByPc[2]).toBe(1);
  });

  test('are illegal if a path reaches them', () => {
    expect(decode('s_cbranch_scc0 1\ns_endpgm', DATA, '', gfx).kinds).toContain('illegal');
  });

  test('do not count towards the number of vector registers', () => {
    const { program } = decode(
      'v_mov_b32 v3, v1\ns_endpgm',
      assembleProgram('v_mov_b32 v9, v1', gfx),
      '',
      gfx,
    );
    expect(program.vgprs).toBe(4);
  });
});

test('a backward branch reaches earlier code', () => {
  const words = [0xbf82_0002, 0xbf80_0000, 0xbf81_0000, 0xbf82_fffd];
  expect(decodeProgram(words, 'gfx9', 64).instructions.map(({ kind }) => kind)).toEqual([
    'branch',
    'nop',
    'end',
    'branch',
  ]);
});

test('an instruction is illegal if another one starts in the middle of it', () => {
  const [literal, inner] = [0x8007_ff04, 0xbf81_0000];
  const { instructions } = decodeProgram([0xbf82_0001, literal, inner, 0xbf82_fffd], 'gfx9', 64);
  expect(instructions.map(({ kind }) => kind)).toEqual(['branch', 'end']);
  const overlapping = decodeProgram([0xbf84_0001, literal, inner], 'gfx9', 64).instructions;
  expect(overlapping.map(({ kind }) => kind)).toEqual(['illegal', 'alu']);
});
