import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { checkProgram } from '../../../intake/check/check-program.js';
import { type CheckSettings, readSubjects } from '../../../intake/check/check-subjects.js';
import type { CorpusRecord } from '../../../stimulus/index.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import { checkFile, findRecord, readCorpusText } from './support/check-text.js';

const folder = createTempFolder();

const write = createWriter(folder);

/** Writes the state file for a corpus record whose program is passed as text. */
function writeState({ chip, wave, interlock, abi }: CorpusRecord, regs: Record<string, string> = {}): string {
  const { args, inputs, user_data } = abi;
  return write('state.json', JSON.stringify({ chip, wave, interlock, args, inputs, user_data, regs }));
}

const check = (
  file: string,
  settings?: CheckSettings,
  plan: Parameters<typeof checkFile>[2] = { seeds: 2 },
) => checkFile(file, settings, plan);

const RMW = findRecord('rmw_buffer/navi21/w64/mono');
const hex = write('rmw.hex', RMW.instructions.map(({ words }) => words.join(' ')).join('\n'));

/** Returns the record's assembly text, passing each instruction through `edit`. */
const getEditedText = (edit: (asm: string) => string): string => readCorpusText(RMW.id, edit).text;

/** Returns the rules that fired as errors. */
const getErrors = (violations: ReturnType<typeof checkProgram>['violations']) =>
  violations.flatMap(({ violation }) => (violation.severity === 'error' ? [violation.rule] : []));

describe('a check of one program', () => {
  it('passes a correct record in every variant on every scene', () => {
    const file = write('one.json', JSON.stringify([RMW]));
    const { verdict, violations, unchecked, runs } = check(file, {}, { seeds: 1 });
    expect({ verdict, errors: getErrors(violations), unchecked }).toEqual({
      verdict: 'pass',
      errors: [],
      unchecked: [],
    });
    // Two of the five variants repeat another one under a different pipeline name.
    expect([runs, RMW.variants.length]).toEqual([3, 5]);
  });

  it('fails a record that exits its section with a store outstanding, and points to the exit (corpus README)', () => {
    const file = write('dual.json', JSON.stringify([findRecord('dual_source/navi31/w64/mono')]));
    const { verdict, violations } = check(file, {}, { seeds: 1, only: { variant: 0, scene: 0 } });
    expect(verdict).toBe('fail');
    const found = violations.map(({ violation }) => violation).find(({ rule }) => rule === 'RACE-01');
    expect(found?.place.instruction).toMatch(/^exp dual_src_blend1 .* done$/);
  });

  it("checks a program's section regardless of its name", () => {
    /** `s_cmp_eq_u32 0, 0` instead of the comparison in the entry wait. */
    const ALWAYS_TRUE = '0xbf068080';
    const alwaysEntered = {
      ...RMW,
      instructions: RMW.instructions.map((instruction) =>
        /^0xbf0a/.test(instruction.words[0]!) ? { ...instruction, words: [ALWAYS_TRUE] } : instruction,
      ),
    };
    const rules = ['rmw_buffer', 'unknown_shader'].map((shader) => {
      const file = write(`${shader}.json`, JSON.stringify([{ ...alwaysEntered, shader }]));
      const { verdict, violations } = check(file);
      expect(verdict).toBe('fail');
      const errors = violations.filter(({ violation }) => violation.severity === 'error');
      return new Set(errors.map(({ violation }) => violation.rule));
    });
    expect(rules[0]).toEqual(new Set(['ORD-01', 'ORD-02', 'ORD-03', 'RACE-03', 'PROTO-03']));
    expect(rules[1]).toEqual(rules[0]);
  });

  it('reads hexadecimal words and lists its assumptions', () => {
    const { verdict, assumed, unchecked } = check(hex, { state: writeState(RMW) });
    expect({ verdict, unchecked }).toEqual({ verdict: 'pass', unchecked: [] });
    expect(assumed).toContain('DB_SHADER_CONTROL 0x00010600');
  });

  it('checks the registers in the state', () => {
    const { verdict, violations, assumed } = check(
      hex,
      { state: writeState(RMW, { DB_SHADER_CONTROL: '0x600' }) },
      { seeds: 1 },
    );
    expect(verdict).toBe('fail');
    expect(violations[0]!.violation).toMatchObject({ rule: 'CFG-05', unit: 'registers' });
    expect(assumed.some((line) => line.startsWith('DB_SHADER_CONTROL'))).toBe(false);
  });

  it('finds a dropped wait and a missing entry in assembly text', () => {
    const settings = { state: writeState(RMW) };
    const checkEdited = (name: string, edit: (asm: string) => string) =>
      check(write(name, getEditedText(edit)), settings);
    expect(checkEdited('rmw.s', (asm) => asm).verdict).toBe('pass');
    const earlyExit = checkEdited('earlyExit.s', (asm) => (asm.startsWith('s_waitcnt_vscnt') ? '' : asm));
    expect(earlyExit.violations[0]!.violation.rule).toBe('RACE-01');
    const withoutEntry = checkEdited('open.s', (asm) => asm.replace('s_cbranch_scc0', 's_branch'));
    expect(withoutEntry.violations.map(({ violation }) => violation.rule)).toContain('PROTO-11');
  });

  it('runs the same tests on a program regardless of its file', () => {
    const text = getEditedText((asm) => (asm.startsWith('s_waitcnt_vscnt') ? '' : asm));
    const found = ['here', 'there'].map((subfolder) => {
      mkdirSync(join(folder, subfolder));
      const { violations } = check(write(join(subfolder, 'moved.s'), text), { state: writeState(RMW) });
      return violations.map(({ violation, variant, scene }) => [
        violation.rule,
        violation.cycle,
        variant,
        scene,
      ]);
    });
    expect(found[1]).toEqual(found[0]);
  });

  it("passes a shader that stores a shared counter's value in its pixel", () => {
    const countingText = getEditedText((asm) =>
      asm.startsWith('buffer_load_dword')
        ? `${asm}\nv_mov_b32_e32 v4, 1\nv_mov_b32_e32 v5, 0x3f000\nbuffer_atomic_add v4, v5, s[4:7], 0 offen glc`
        : asm.replace('v_add_nc_u32_e32 v2, v2, v1', 'v_add_nc_u32_e32 v2, v2, v4'),
    );
    expect(countingText).toContain('v2, v2, v4');
    const { verdict, violations } = check(write('counting.s', countingText), { state: writeState(RMW) });
    expect([verdict, getErrors(violations)]).toEqual(['pass', []]);
  });

  it('reports a program with an unsupported instruction as unsupported, and names the instruction', () => {
    const file = write('unknown.hex', '0x94800000 0xbf810000');
    const { verdict, reason, runs } = check(file, { chips: ['vega10'] });
    expect({ verdict, runs }).toEqual({ verdict: 'unsupported', runs: 0 });
    expect(reason).toBe('unsupported: s_cbranch_g_fork is known but not modelled (at pc 0x0)');
  });

  it('does not report a hang when a wave uses an unmodelled mode', () => {
    const text = 's_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 5\nv_add_f32 v1, v0, v0\ns_endpgm';
    const { verdict, reason, violations } = check(write('mode.s', text), { chips: ['navi21'] });
    expect({ verdict, violations }).toEqual({ verdict: 'unsupported', violations: [] });
    expect(reason).toContain('float mode 0x5 at v_add_f32, pc 0x8');
  });
});

describe('a file that cannot be checked', () => {
  it.each([
    ['a folder', folder, {}, /^Cannot read .*: it is a directory$/],
    ['a missing chip', hex, {}, /^Missing chip: .*pass --chip, or set chip in a comment or state file$/],
    [
      'binary data',
      write('x.bin', Uint8Array.of(1, 0, 2)),
      {},
      /expected an ELF object, a corpus file, assembly/,
    ],
    [
      'an empty program',
      write('empty.s', '; nothing\n'),
      { chips: ['navi21'] },
      /^Cannot read .*: no instructions$/,
    ],
    [
      'invalid assembly',
      write('bad.s', 's_waitt 0\n'),
      { chips: ['navi21'] },
      /^Invalid assembly in \S+bad\.s, line 1, "s_waitt 0": expected a gfx10\.3 instruction, got "s_waitt"$/,
    ],
    ['an empty corpus file', write('none.json', '[]'), {}, /it has no records$/],
    [
      'a chip of a different generation',
      write('two.json', JSON.stringify([RMW])),
      { chips: ['vega10'] },
      /^Invalid record .*gfx/,
    ],
    [
      'a state file for corpus records',
      write('three.json', JSON.stringify([RMW])),
      { state: 'x' },
      /^Cannot use --state/,
    ],
  ] as const)('%s is reported as a one-line error', (_, file, settings, message) => {
    expect(() => readSubjects(file, settings)).toThrow(message);
    expect(() => readSubjects(file, settings)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });
});
