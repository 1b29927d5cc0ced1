import { type ChipName, chipOf, factsOf } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { checkProgram } from '../../../intake/check/check-program.js';
import { type CheckSubject, readSubjects } from '../../../intake/check/check-subjects.js';
import { createCheckScenario } from '../../../stimulus/given/check-scenario.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import { checkFile } from './support/check-text.js';

const folder = createTempFolder();

const corpus = openCorpus();

/** Nothing is ordered, but the program runs. */
const WITHOUT_SECTION = { verdict: 'vacuous', reason: 'no two overlapping waves entered the section' };

const write = createWriter(folder);

/**
 * Checks a program that accesses its resources only in `lines`, and returns its record and verdict. User SGPRs must be
 * in s0 to s19.
 */
function check(
  chip: ChipName,
  lines: readonly string[],
  args: readonly object[],
  resources: readonly object[],
) {
  const exitsByExport = factsOf(chipOf(chip).gfx).exitsByExport;
  const system = [
    { name: 'prim_mask', file: 's', reg: 20, size: 1 },
    ...(exitsByExport ? [] : [{ name: 'pops_collision_wave_id', file: 's', reg: 21, size: 1 }]),
  ];
  const end = exitsByExport
    ? ['s_wait_event 0x0', 'exp mrt0 v4, v4, v4, v4 done']
    : ['s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)', 'exp mrt0 v4, v4, v4, v4 done vm'];
  const state = { chip, wave: 64, args: [...args, ...system], resources };
  const file = write('shader.s', [...lines, ...end, 's_endpgm'].join('\n'));
  const [subject] = readSubjects(file, { state: write('state.json', JSON.stringify(state)) });
  return { record: subject!.record, ...checkProgram(subject!, { seeds: 1, seed: '0x1' }, corpus) };
}

const makeArgument = (name: string, reg: number, size: number) => ({ name, file: 's', reg, size });

describe('resources described by a state', () => {
  it.each([
    ['1d', 'v2', 'dim:SQ_RSRC_IMG_1D'],
    ['2d', 'v[2:3]', 'dim:SQ_RSRC_IMG_2D'],
    ['3d', 'v[2:4]', 'dim:SQ_RSRC_IMG_3D'],
    ['cube', 'v[2:4]', 'dim:SQ_RSRC_IMG_CUBE'],
    ['1d-array', 'v[2:3]', 'dim:SQ_RSRC_IMG_1D_ARRAY'],
    ['2d-array', 'v[2:4]', 'dim:SQ_RSRC_IMG_2D_ARRAY'],
  ])('can be a %s image whose descriptor is an argument', (dimension, coordinates, text) => {
    const lines = [
      'v_and_b32_e32 v2, 7, v0',
      'v_mov_b32_e32 v3, 0',
      'v_mov_b32_e32 v4, 0',
      `image_load v4, ${coordinates}, s[0:7] dmask:0x1 ${text} unorm`,
      's_waitcnt vmcnt(0)',
    ];
    const image = { name: 'picture', kind: 'image', dimension, format: 'rgba8', width: 16, read_only: true };
    const { verdict, reason, record } = check('navi21', lines, [makeArgument('picture', 0, 8)], [image]);
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
    const [variant] = record.variants;
    const { memory } = createCheckScenario({ record, variant: variant!, corpus, seed: '0x1', scene: 0 });
    expect(memory.find(({ name }) => name === 'picture')!.initial[1]).not.toBe(0);
  });

  it.each(['vega10', 'navi10', 'navi21', 'navi31'] as const)(
    'are found in the descriptor set at the offset given by the state on %s',
    (chip) => {
      const usesNewMnemonics = factsOf(chipOf(chip).gfx).exitsByExport;
      const names = usesNewMnemonics
        ? ['s_load_b128', 'buffer_load_b32', 'buffer_load_format_x']
        : ['s_load_dwordx4', 'buffer_load_dword', 'buffer_load_format_x'];
      const lines = [
        's_movk_i32 s3, 0x8000',
        `${names[0]} s[4:7], s[2:3], 0x10`,
        `${names[0]} s[8:11], s[2:3], 0x40`,
        's_waitcnt lgkmcnt(0)',
        'v_and_b32_e32 v2, 31, v0',
        `${names[1]} v4, v2, s[4:7], 0 idxen`,
        `${names[2]} v5, v2, s[8:11], 0 idxen`,
        's_waitcnt vmcnt(0)',
      ];
      const resources = [
        { name: 'records', kind: 'buffer', bytes: 4096, stride: 16, swizzle: true, set: 3, offset: 16 },
        { name: 'halves', kind: 'buffer', bytes: 512, format: 'rgba16f', set: 3, offset: 64 },
      ];
      const { verdict, reason, record } = check(
        chip,
        lines,
        [makeArgument('descriptor_set[3]', 2, 1)],
        resources,
      );
      expect({ verdict, reason }).toEqual(
        chip === 'navi31' ? { verdict: 'pass', reason: undefined } : WITHOUT_SECTION,
      );
      const [variant] = record.variants;
      const { memory } = createCheckScenario({ record, variant: variant!, corpus, seed: '0x1', scene: 0 });
      expect(memory.map(({ name, bytes }) => [name, bytes])).toEqual([
        ['set3', 80],
        ['records', 4096],
        ['halves', 512],
      ]);
    },
  );

  it("are implied by an argument's name if no state describes them", () => {
    const lines = [
      'v_and_b32_e32 v2, 7, v0',
      'v_mov_b32_e32 v3, 0',
      'image_sample v4, v[2:3], s[0:7], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D',
      'buffer_load_format_x v5, v2, s[12:15], 0 idxen',
      'buffer_load_dword v6, off, s[16:19], 0',
      's_waitcnt vmcnt(0)',
    ];
    const args = [
      makeArgument('image_descriptor[0]', 0, 8),
      makeArgument('sampler_descriptor[0]', 8, 4),
      makeArgument('texel_buffer_descriptor[1]', 12, 4),
      makeArgument('uniform_buffer_descriptor[0]', 16, 4),
    ];
    const { verdict, reason, record } = check('navi21', lines, args, []);
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
    expect(Object.keys(record.abi.user_data)).toHaveLength(20);
  });

  it('can be buffers whose address is an argument', () => {
    const lines = ['v_and_b32_e32 v2, 31, v0', 'global_load_dword v4, v2, s[6:7]', 's_waitcnt vmcnt(0)'];
    const { verdict, reason } = check('navi21', lines, [makeArgument('buffer_address[0]', 6, 2)], []);
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
  });

  it('are rejected with a one-line message if no descriptor can encode them', () => {
    const checkResource = (resource: object) => () =>
      check('navi21', ['s_nop 0'], [], [{ name: 'x', kind: 'image', ...resource }]);
    expect(checkResource({ format: 'rgb9' })).toThrow(
      /^Invalid resource "x": format is rgb9; expected one like/,
    );
    expect(checkResource({ width: 8192, height: 8192 })).toThrow(
      /^Invalid resource "x": its size is \d+ bytes; expected/,
    );
    expect(checkResource({ set: 1 })).toThrow(/both set and offset, or neither/);
    expect(checkResource({ widht: 1 })).toThrow(/widht/);
  });

  it('are read from a corpus record even if its inputs have arbitrary names', () => {
    const record = corpus.records('navi21', 64).find(({ shader }) => shader === 'restrict_coherent_image');
    const renamed = {
      ...record!,
      abi: {
        ...record!.abi,
        inputs: record!.abi.inputs.map((input) => ({ ...input, name: `our${input.attr}` })),
      },
      resources: [{ name: 'ours', kind: 'image', set: 0, offset: 160, format: 'rgba8', width: 64 }],
    };
    const checkCoherent = (coherent: string) => {
      const file = write(`${coherent}.json`, JSON.stringify([{ ...renamed, coherent: [coherent] }]));
      return checkFile(file);
    };
    expect(checkCoherent('ours')).toMatchObject({ verdict: 'pass' });
    expect(checkCoherent('img').reason).toMatch(
      /^Invalid coherent object "img" in .*: expected a memory object .*ours$/,
    );
  });

  it("include user data for two-register arguments and the pixel shader's state", () => {
    const args = [
      makeArgument('descriptor_set[1]', 0, 2),
      makeArgument('inline_push_const[3]', 2, 2),
      makeArgument('ps_state', 4, 1),
      makeArgument('epilog_pc', 5, 1),
    ];
    const { record } = check('navi21', ['v_mov_b32_e32 v4, 0'], args, []);
    expect(record.abi.user_data).toEqual({
      s0: 'set1.lo',
      s1: '0xffff8000',
      s2: 'pc+12',
      s3: 'pc+16',
      s4: '0x00803fc1',
      s5: 'epilog.lo',
    });
  });
});

it.each([-1024, 2 ** 20 + 1024, 2 ** 26, 2 ** 40])(
  'rejects a record with %i bytes of scratch memory per wave by name',
  (bytes) => {
    const record = corpus
      .records('navi21', 64)
      .find(({ stats }) => (stats?.scratch_bytes_per_wave ?? 0) > 0)!;
    const subject = { record: { ...record, stats: { scratch_bytes_per_wave: bytes } } } as CheckSubject;
    expect(checkProgram(subject, { seeds: 1, seed: '0x1' }, corpus)).toMatchObject({
      verdict: 'unsupported',
      reason: `Invalid program ${record.shader}: scratch memory of ${bytes} bytes per wave; expected at most 1048576`,
    });
  },
);

it('rejects resources that need more memory than a scenario may have', () => {
  const resources = Array.from({ length: 40 }, (_, index) => ({
    ...{ name: `b${index}`, kind: 'buffer', set: 0, offset: 16 * index, bytes: 2 ** 24 },
  }));
  const { verdict, reason } = check(
    'navi21',
    ['s_nop 0'],
    [makeArgument('descriptor_set[0]', 0, 1)],
    resources,
  );
  expect([verdict, reason]).toEqual([
    'unsupported',
    expect.stringMatching(/^Cannot run scenario .*: its buffers need about 2560\.1 MiB/),
  ]);
});
