import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { vi } from 'vitest';
import { openCorpus } from '../../../harness/programs/index.js';
import { readInputs, type UnreadableFile } from '../../../intake/check/check-files.js';
import { findPrograms } from '../../../intake/check/program-files.js';
import {
  compileSourcePrograms,
  type SourceProgram,
  type SourceSettings,
} from '../../../intake/source/index.js';
import { runTool } from '../../../intake/source/tool-process.js';
import { ANSWER, FakeTools } from './support/fake-tools.js';
import { buildFragmentModule } from './support/fragment-module.js';

let tools: FakeTools;
beforeEach(() => {
  tools = new FakeTools();
});
afterEach(() => tools.remove());

function compilePrograms(settings: Partial<SourceSettings> = {}, text = ''): readonly SourceProgram[] {
  const file = tools.write('a.frag', text);
  return compileSourcePrograms(file, {
    chips: ['navi31'],
    state: undefined,
    driver: tools.driver,
    flags: [],
    ...settings,
  });
}

const getErrorMessage = (settings: Partial<SourceSettings> = {}, text = ''): string => {
  try {
    compilePrograms(settings, text);
  } catch (error) {
    return (error as Error).message.replaceAll(`${tools.folder}/`, '');
  }
  throw new Error('nothing was rejected');
};

describe('a source', () => {
  it('keeps the registers of the compiler beside those of its comments', () => {
    const [coarse] = compilePrograms({}, '// reg: GE_VRS_RATE 0x11\n');
    const [plain] = compilePrograms();
    expect(coarse!.record.regs).toEqual({ ...plain!.record.regs, GE_VRS_RATE: '0x00000011' });
  });

  it('is compiled to a record with the same arguments as its corpus program', () => {
    const [program] = compilePrograms({}, '// expect: pass\n');
    const corpus = openCorpus()
      .records('navi31', 64)
      .find(({ id }) => id === 'rmw_buffer/navi31/w64/mono')!;
    const { record, source, expectation } = program!;
    expect(record.abi.args).toEqual(corpus.abi.args);
    expect(Object.keys(record.abi.user_data)).toEqual(Object.keys(corpus.abi.user_data));
    expect(record.abi.inputs).toEqual([{ attr: 0, how: 'flat', name: 'key' }]);
    for (const name of ['SPI_PS_INPUT_ENA', 'SPI_PS_INPUT_ADDR', 'SPI_SHADER_PGM_RSRC1_PS'])
      expect([name, Number(record.regs[name])]).toEqual([name, Number(corpus.regs[name])]);
    expect(record.resources).toEqual([{ name: 'words', kind: 'buffer', set: 0, offset: 192 }]);
    expect(record.coherent).toEqual(['words']);
    expect(expectation).toEqual({ errors: [], warnings: [], allowed: [] });
    expect(
      Object.entries(source.labels).map(([pc, label]) => `${label}, line ${source.lines[Number(pc) / 4]}`),
    ).toEqual(['start of the section, line 8', 'load of words, line 9', 'store to words, line 10']);
  });

  it('is recompiled only for a different chip, source or driver state', () => {
    compilePrograms();
    compilePrograms();
    expect(tools.getRequestedChips()).toEqual(['navi31']);
    compilePrograms({ chips: ['navi32', 'navi31'] });
    expect(tools.getRequestedChips()).toEqual(['navi31', 'navi32']);
    tools.write('driver.so', 'another build of the driver');
    compilePrograms();
    tools.write('fragment.spv', buildFragmentModule({ modes: [5367] }));
    compilePrograms();
    expect(tools.getRequestedChips()).toEqual(['navi31', 'navi32', 'navi31', 'navi31']);
  });

  it('is recompiled if the cached file is corrupt', () => {
    compilePrograms();
    const folder = join(tools.folder, 'cache', 'pops-testbench');
    const answerFile = readdirSync(folder).find((name) => name.startsWith('shader-'))!;
    writeFileSync(
      join(folder, answerFile),
      readFileSync(join(folder, answerFile), 'utf8').replace('"wave":64', '"wave":32'),
    );
    expect(compilePrograms()[0]!.record.wave).toBe(64);
    expect(tools.getRequestedChips().length).toBe(2);
  });

  it('is compiled for the processor of a chip whose name the driver does not know', () => {
    tools.setDriverScript(
      `[ "$RADV_FORCE_FAMILY" = gfx1100 ] || { echo 'Unknown family' >&2; exit 1; }${ANSWER}`,
    );
    expect(compilePrograms().length).toBe(1);
    expect(tools.getRequestedChips()).toEqual(['navi31', 'gfx1100']);
  });

  it('is still checked on the remaining chips if compilation fails for one', () => {
    tools.setDriverScript(`[ "$RADV_FORCE_FAMILY" = navi31 ] || kill -SEGV $$${ANSWER}`);
    const messages: string[] = [];
    const onRejected = ({ message }: Error) => messages.push(message.replace(`${tools.folder}/`, ''));
    const found = compilePrograms({ chips: ['navi21', 'navi31'], onRejected });
    expect(found.map(({ record }) => record.chip)).toEqual(['navi31']);
    expect(messages).toEqual(['Cannot compile a.frag for navi21: the driver failed: it crashed (SIGSEGV)']);
  });

  it.each([
    ['; SPIR-V\n; Version: 1.0\n', 'spv1.0'],
    ['OpCapability Shader\n', 'vulkan1.3'],
  ])('written in assembly is assembled for the version named in its first lines', (text, version) => {
    const file = tools.write('a.spvasm', text);
    tools.addTool('spirv-as', `[ "$2" = ${version} ] || exit 1; cp "${tools.folder}/fragment.spv" "$5"`);
    const settings = { chips: ['navi31' as const], state: undefined, driver: tools.driver, flags: [] };
    expect(compileSourcePrograms(file, settings).length).toBe(1);
  });

  it('is named in the error if the chip does not support its wave size', () => {
    expect(getErrorMessage({ chips: ['vega10'] }, '// wave: 32\n')).toBe(
      'Invalid wave size 32 for a.frag/vega10/w32: vega10 supports 64',
    );
  });

  it("is compiled under the driver's shim if there is no device", () => {
    mkdirSync(join(tools.folder, 'usr/share/vulkan/icd.d'), { recursive: true });
    mkdirSync(join(tools.folder, 'usr/lib'));
    const icd = '{"ICD":{"library_path":"libvulkan_radeon.so"}}';
    const shim = tools.write('usr/lib/libamdgpu_noop_drm_shim.so', '');
    const underShim = `[ "$LD_PRELOAD $AMDGPU_GPU_ID" = "${shim} navi31" ]`;
    tools.setDriverScript(`${underShim} || { echo 'error no device (0)'; exit 3; }${ANSWER}`);
    expect(
      compilePrograms({ driver: tools.write('usr/share/vulkan/icd.d/radeon_icd.json', icd) }).length,
    ).toBe(1);
  });

  it.each([
    [
      'crashes',
      "echo 'device Null hardware'; kill -SEGV $$",
      'Cannot compile a.frag for navi31: the driver failed: it crashed (SIGSEGV)',
    ],
    [
      'fails',
      "printf 'error \\033[31mvkCreateDevice (-3)\\n'; exit 3",
      'Cannot compile a.frag for navi31: the driver failed: [31mvkCreateDevice (-3); exit code 3',
    ],
    [
      'is too old',
      "echo 'driver radv Mesa 22.3.6'; echo 'error no interlock (0)'; exit 3",
      'Cannot compile a.frag: RADV 22.3.6 has no interlock; expected 23.2 or newer: pops-tb doctor --install-driver DIR (on Debian)',
    ],
    [
      'has no interlock',
      "echo 'driver lavapipe 1'; echo 'error no interlock (0)'; exit 3",
      'Cannot compile a.frag: the driver offers no fragment shader interlock for navi31',
    ],
    [
      'has no device without its shim',
      "echo 'error no device (0)'; exit 3",
      'Cannot compile a.frag: the driver cannot target navi31 without a GPU; since Mesa 26.1 this requires libamdgpu_noop_drm_shim.so from the same release: apt-get install -y mesa-drm-shim',
    ],
    [
      'has no loader',
      "echo 'x: error while loading shared libraries: libvulkan.so.1: cannot open' >&2; exit 127",
      'Cannot compile a.frag: the Vulkan loader (libvulkan.so.1) is missing; install it with apt-get install -y libvulkan-dev',
    ],
    [
      'writes an unknown cache format',
      "echo 'driver radv Mesa 31.0.0'; echo 'bytes 0 140'; echo none > cache-0.bin",
      'Cannot compile a.frag: the pipeline cache of radv Mesa 31.0.0 is in an unknown format; only that of Mesa 25.0 is supported',
    ],
  ])('reports in one line that the driver %s', (_, script, message) => {
    tools.setDriverScript(script);
    expect(getErrorMessage()).toBe(message);
  });

  it('reports a driver that emits the entry wait of older chips', () => {
    tools.setDriverScript("echo 'driver radv Mesa 24.1.0'");
    expect(getErrorMessage({ chips: ['navi48'] })).toBe(
      'Cannot compile a.frag: RADV 24.1.0 emits an incorrect entry wait for navi48; expected 24.2 or newer: pops-tb doctor --install-driver DIR (on Debian)',
    );
  });

  it.each([
    ['glslangValidator', 'Cannot compile a.frag: no glslang found: apt-get install -y glslang-tools'],
    ['cc', 'Cannot compile a.frag: no C compiler found: apt-get install -y gcc libc6-dev'],
  ])('reports a missing tool: %s', (tool, message) => {
    rmSync(join(tools.folder, 'bin', tool));
    expect(getErrorMessage()).toBe(message);
  });

  it("reports a missing chip or section, and a compiler's first error", () => {
    expect(getErrorMessage({ chips: [] })).toMatch(
      /^Missing chip: a\.frag does not specify one; pass --chip navi31, or several/,
    );
    tools.write('fragment.spv', buildFragmentModule({ modes: [] }));
    expect(getErrorMessage()).toMatch(/^Cannot use a\.frag: it has no interlock; expected "layout/);
    tools.addTool(
      'glslangValidator',
      `echo "${tools.folder}/a.frag"; echo "ERROR: ${tools.folder}/a.frag:7: 'x' : undeclared identifier"; exit 2`,
    );
    expect(getErrorMessage()).toBe("Cannot compile a.frag: glslang: line 7: 'x' : undeclared identifier");
  });

  it('reports missing loader headers', () => {
    tools.addTool(
      'cc',
      "echo 'pipeline.c:11:10: fatal error: vulkan/vulkan.h: No such file or directory' >&2; exit 1",
    );
    expect(getErrorMessage()).toBe(
      'Cannot compile a.frag: the Vulkan loader and its headers are missing: apt-get install -y libvulkan-dev',
    );
  });

  it('is found in a folder only if it is a fragment shader with an interlock, with or without a chip', () => {
    tools.write('plain.frag', 'void main() {}');
    tools.write('ordered.frag', 'layout(pixel_interlock_ordered) in;');
    tools.write('own.frag', '// chip: navi31\nlayout(pixel_interlock_ordered) in;');
    tools.write('ordered.vert', '// interlock, chip: navi31');
    const names = findPrograms(tools.folder).map((file) => basename(file));
    expect(names.filter((name) => /frag$|vert$/.test(name))).toEqual(['ordered.frag', 'own.frag']);
  });

  it('is missed in a folder without programs', () => {
    const unreadable: UnreadableFile[] = [];
    const folder = join(tools.folder, 'empty');
    mkdirSync(folder);
    expect(readInputs([folder], {}, (file) => unreadable.push(file))).toEqual([]);
    expect(unreadable).toEqual([
      { file: folder, reason: expect.stringMatching(/^No programs found in .*empty; expected/) },
    ]);
  });

  it('is compiled by tools with a clean environment and limited memory', () => {
    vi.stubEnv('POPS_TB_SECRET', 'secret');
    tools.addTool('print-env', 'ulimit -v; /usr/bin/env');
    const { out } = runTool({
      command: join(tools.folder, 'bin', 'print-env'),
      arguments: [],
      driver: undefined,
    });
    expect(out).toMatch(/^4194304\n/);
    expect(out).not.toContain('secret');
  });

  it('is compiled by tools that are killed if they do not terminate', () => {
    tools.addTool('hang', 'exec /bin/sleep infinity');
    const { ok, exitReason } = runTool({
      command: join(tools.folder, 'bin', 'hang'),
      arguments: [],
      driver: undefined,
      maxSeconds: 0.1,
    });
    expect([ok, exitReason]).toEqual([false, 'it took too long']);
  });
});
