import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { execScene } from '../../../intake/exec/exec.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import { checkFile } from './support/check-text.js';

const folder = createTempFolder();

const corpus = openCorpus();

const write = createWriter(folder);

const WIDTH = { name: 'width', file: 's', reg: 0, size: 2 };
const SYSTEM_ARGS = [
  { name: 'prim_mask', file: 's', reg: 4, size: 1 },
  { name: 'pops_collision_wave_id', file: 's', reg: 5, size: 1 },
];

/** Checks a program that exits its section right after the given lines. */
function check(lines: readonly string[], args: readonly unknown[], user_data: Record<string, string> = {}) {
  const text = [...lines, 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)', 'exp null off, off, off, off done vm'];
  const state = write('state.json', JSON.stringify({ chip: 'navi21', wave: 64, args, user_data }));
  return checkFile(write('shader.s', [...text, 's_endpgm'].join('\n')), { state });
}

describe('an access to an unmapped address', () => {
  it('names the load that produced the address and the argument it came from', () => {
    const lines = [
      's_load_dwordx4 s[8:11], s[0:1], 0x20',
      's_waitcnt lgkmcnt(0)',
      'buffer_load_dword v3, v2, s[8:11], 0 offen',
      's_waitcnt vmcnt(0)',
    ];
    const { verdict, reason, violations } = check(lines, [WIDTH, ...SYSTEM_ARGS], { s0: '0x10', s1: '0x7' });
    expect({ verdict, violations }).toEqual({ verdict: 'unsupported', violations: [] });
    expect(reason).toContain('s_load_dwordx4 at pc 0x0 accesses unmapped address 0x700000030');
    expect(reason).toContain('through s[0:1], from s[0:1] (width) = 0x10, 0x7;');
  });

  it('traces an address in vector registers to the scalars it was computed from', () => {
    const lines = [
      'v_lshlrev_b32_e32 v2, 2, v0',
      'v_add_co_u32 v2, vcc, s2, v2',
      'v_mov_b32_e32 v3, s3',
      'v_add_co_ci_u32_e32 v3, vcc, 0, v3, vcc',
      'global_load_dword v4, v[2:3], off',
      's_waitcnt vmcnt(0)',
    ];
    const { verdict, reason } = check(lines, SYSTEM_ARGS);
    expect(verdict).toBe('unsupported');
    expect(reason).toContain('through v[2:3], from s2 (not set by any argument)');
    expect(reason).toContain('set s2 in the args or user_data of a state file');
  });

  it('does not hide bugs in the program, and is not reported as a hang', () => {
    const lines = [
      's_load_dword s8, s[0:1], 0x0',
      's_waitcnt lgkmcnt(0)',
      's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)',
    ];
    const { verdict, violations } = check(lines, [WIDTH, ...SYSTEM_ARGS]);
    const rules = violations.map(({ violation }) => violation.rule);
    expect(verdict).toBe('fail');
    expect(rules).toContain('PROTO-01');
    expect(rules.filter((rule) => rule.startsWith('HANG'))).toEqual([]);
  });

  it('does not hide bugs on a path with an operation that the model does not support', () => {
    const lines = [
      's_movk_i32 s1, 0x8000',
      's_load_dwordx8 s[8:15], s[0:1], 0x0',
      'image_load v3, v[2:3], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm',
      's_waitcnt vmcnt(0)',
    ];
    const set = { name: 'descriptor_set[0]', file: 's', reg: 0, size: 1 };
    const { verdict, violations } = check(lines, [set, ...SYSTEM_ARGS]);
    expect(verdict).toBe('fail');
    expect(violations.map(({ violation }) => violation.rule)).toContain('RACE-02');
  });

  it('is also reported by exec', () => {
    const records = corpus.records('navi21', 64);
    const record = records.find(({ id }) => id === 'bda_rmw/navi21/w64/mono')!;
    const file = write('one.json', JSON.stringify([record]));
    const scene = write(
      'scene.json',
      JSON.stringify({ width: 8, height: 8, samples: 1, primitives: [[0, 0, 4096, 0, 0, 4096]] }),
    );
    const { verdict, reason, violations } = execScene({ file, record: record.id, scene, corpus });
    expect({ verdict, violations }).toEqual({ verdict: 'unsupported', violations: [] });
    expect(reason).toMatch(/^global_load_dword at pc 0x\w+ accesses unmapped address 0x0/);
  });
});
