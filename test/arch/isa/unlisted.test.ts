import { describe, expect, test } from 'vitest';
import { GENERATIONS } from '../../../arch/chips.js';
import { decodeProgram, type Gfx } from '../../../arch/index.js';
import { X } from '../../../arch/isa/rows/row-base.js';
import { findRow } from '../../../arch/isa/table.js';
import { MEMORY_NAMES, OTHER_NAMES } from '../../../arch/isa/unlisted.js';
import { findGenerationEntry } from '../../../arch/since-generation.js';

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
    const shadowedRows = [MEMORY_NAMES, OTHER_NAMES].flatMap((names) =>
      Object.entries(names).flatMap(([format, entries]) =>
        Object.entries(entries).flatMap(([name, opcodes]) =>
          GENERATIONS.filter((gfx) => {
            const op = findGenerationEntry(opcodes, gfx) ?? X;
            const tableFormat = format === 'global' ? 'flat' : (format as Parameters<typeof findRow>[0]);
            return (
              op !== X && findRow(tableFormat, { op, seg: format === 'global' ? 2 : 0 }, gfx) !== undefined
            );
          }).map((gfx) => `${gfx} ${name}`),
        ),
      ),
    );
    expect(shadowedRows).toEqual([]);
  });
});
