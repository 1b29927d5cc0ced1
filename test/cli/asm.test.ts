import { callCli } from './support/call-cli.js';
import { createTempFolder, runCli } from './support/run-cli.js';

const folder = createTempFolder();

function run(command: string, input: string) {
  return callCli(command.split(' '), input);
}

const SOURCE = `
start:
  v_add_f32_e32 v1, 1.0, v2      ; one word
  s_mov_b32 s0, 0x12345678       // two
  s_cbranch_scc1 start
  s_endpgm
`;
const WORDS = ['0x060204f2', '0xbe8003ff 0x12345678', '0xbf85fffc', '0xbf810000'];
const PCS = [0x0, 0x4, 0xc, 0x10];
const withPcs = (lines: readonly string[], pcs = PCS): string =>
  lines.map((line, i) => `${line}  ; 0x${pcs[i]!.toString(16)}\n`).join('');
const INSTRUCTIONS = [
  'v_add_f32_e32 v1, 1.0, v2',
  's_mov_b32 s0, 0x12345678',
  's_cbranch_scc1 65532',
  's_endpgm',
];

describe('asm', () => {
  it("prints each instruction's words on one line", async () => {
    const { code, stdout, stderr } = await runCli(['asm', '--gfx', 'gfx10'], folder, undefined, {
      input: SOURCE,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(withPcs(WORDS));
  });

  it('prints one JSON document with --json', async () => {
    const { stdout } = await run('asm --gfx gfx10 --wave 32 --json', SOURCE);
    expect(JSON.parse(stdout)).toEqual({ words: WORDS.map((line) => line.split(' ')) });
  });

  it('accepts labels as the targets of calls and subvector loops, as LLVM does', async () => {
    const { stdout, stderr } = await run(
      'asm --gfx gfx10.3',
      'a: s_call_b64 s[0:1], b\ns_subvector_loop_begin s2, c\nb: s_call_b64 vcc, a\nc: s_subvector_loop_end s2, b',
    );
    expect(stderr).toBe('');
    const words = ['0xbb000001', '0xbd820001', '0xbb6afffd', '0xbe02fffe'];
    expect(stdout).toBe(withPcs(words, [0, 4, 8, 12]));
  });

  it('reports a missing label in a call', async () => {
    const { code, stderr } = await run('asm --gfx gfx9', 's_call_b64 s[0:1], far');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/line 1, "s_call_b64 .*": .*a label in this program.*"far"\n$/),
    ]);
  });

  it('prints nothing if the input has no instructions', async () => {
    const { code, stdout } = await run('asm --gfx gfx9', '; a comment\n\n');
    expect([code, stdout]).toEqual([0, '']);
  });
});

describe('disasm', () => {
  it('prints one instruction per line of words', async () => {
    const words = withPcs(WORDS);
    const { code, stdout, stderr } = await runCli(['disasm', '--gfx', 'gfx10'], folder, undefined, {
      input: words,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(withPcs(INSTRUCTIONS));
  });

  it('prints the byte offset of each instruction with --json', async () => {
    const { stdout } = await run('disasm --gfx gfx10 --json', WORDS.join('\n'));
    const { instructions } = JSON.parse(stdout);
    expect(instructions.map(({ pc }: { pc: number }) => pc)).toEqual([0, 4, 12, 16]);
    expect(instructions[1]).toEqual({ pc: 4, words: ['0xbe8003ff', '0x12345678'], text: INSTRUCTIONS[1] });
  });

  it('prints lane masks at the width of the wave', async () => {
    const words = '0x7d8a0501';
    expect((await run('disasm --gfx gfx10 --wave 32', words)).stdout).toContain(' vcc_lo,');
    expect((await run('disasm --gfx gfx10 --wave 64', words)).stdout).toContain(' vcc,');
  });
});

it('the name of a processor or chip selects its generation', async () => {
  const words = async (name: string) => (await run(`asm --gfx ${name}`, 's_endpgm')).stdout;
  for (const name of ['gfx1100', 'gfx1102', 'navi33']) expect(await words(name)).toBe(await words('gfx11'));
  for (const name of ['gfx1031', 'navi21']) expect(await words(name)).toBe(await words('gfx10.3'));
  const listed = (option: string) => run(`disasm ${option}`, '0xbf810000');
  expect(await listed('--chip navi21')).toEqual(await listed('--gfx gfx10.3'));
});

const INVALID: readonly (readonly [command: string, input: string, message: string])[] = [
  ['asm', 's_endpgm', "Required option '--gfx <name>' not specified"],
  ['asm --gfx gfx13', 's_endpgm', 'Unknown generation "gfx13": did you mean gfx10?'],
  ['asm --gfx gfx1300', 's_endpgm', 'Unknown generation "gfx1300": did you mean gfx1200?'],
  ['asm --gfx gfx9 --wave 32', 's_endpgm', 'Cannot use --wave 32: gfx9 supports only wave64'],
  ['asm --gfx gfx11', 's_nop 0\n\ns_foo 0', 'line 3: expected a gfx11 instruction, got "s_foo"'],
  [
    'asm --gfx gfx11',
    'v_wmma_f32_16x16x16_f16 v[16:23], v[0:7], v[8:15], v[16:23]',
    'line 1: expected a gfx11 instruction that is modelled, got "v_wmma_f32_16x16x16_f16"',
  ],
  ['asm --gfx gfx10', 's_branch nowhere', 'line 1: expected a label in this program, got "nowhere"'],
  ['asm --gfx gfx10', 'here:\ns_nop 0\nhere:\ns_endpgm', 'line 3: expected a unique label, got "here"'],
  ['asm --gfx gfx10', 's_mov_b32 s0, s1, s2', 'line 1: expected 2 operands, got "s0, s1, s2"'],
  ['asm --gfx gfx10', 's_mov_b64 s0, s[2:3]', 'line 1: expected s[0:1], got "s0"'],
  [
    'asm --gfx gfx9',
    'v_bfi_b32 v0, 0xff, v1, v2',
    'line 1: expected an inline constant; this format accepts no literals on gfx9, got "0xff"',
  ],
  ['asm --gfx gfx10', 's_movk_i32 s0, 0x12345', 'line 1: expected 0x2345, got "0x12345"'],
  ['asm --gfx gfx10', 'v_mov_b32_e32 v256, v0', 'line 1: expected v0, got "v256"'],
  [
    'asm --gfx gfx10',
    'v_mov_b32_e32 v0, v1 shiny',
    'line 1: expected a valid modifier for v_mov_b32_e32, got "shiny"',
  ],
  ['asm --gfx gfx10', 's_waitcnt foocnt(0)', 'line 1: expected a valid operand for s_waitcnt, got "foocnt"'],
  ['asm --gfx gfx10 --wave 32', 'v_cmp_lt_f32_e32 vcc, v0, v1', 'line 1: expected vcc_lo, got "vcc"'],
  ['asm --gfx gfx10', 'exp', 'line 1: expected'],
  ['asm --gfx gfx10', 'v_interp_p1_f32_e32', 'line 1: expected'],
  ['disasm --gfx gfx10', '0xbf810000\nbf810000', 'line 2: expected 0x and 1 to 8 hex digits, got "bf810000"'],
  ['disasm --gfx gfx10', '0xbe8003ff', 'line 1: expected one gfx10 instruction, got truncated'],
  ['disasm --gfx gfx10', '0xbf810000 0xbf810000', 'got an instruction of 1 word, followed by 1 word'],
];

describe('an invalid line is reported by number, with exit code 2', () => {
  it.each(INVALID)('%s < %j', async (command, input, message) => {
    const { code, stdout, stderr } = await run(command, input);
    expect(stderr).toContain(command.startsWith('asm') ? addInstruction(message, input) : message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
  });
});

/** Adds the source line to an error message that starts with its line number. */
function addInstruction(message: string, input: string): string {
  return message.replace(
    /^line (\d+)/,
    (line, number) => `${line}, "${input.split('\n')[Number(number) - 1]}"`,
  );
}
