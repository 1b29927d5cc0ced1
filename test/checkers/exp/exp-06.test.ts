import { expect, test } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import type { ExportGranted, Scenario, Verdict } from '../../../transactions/index.js';
import { BUFFER, scene } from '../support/scenes.js';
import { Stream } from '../support/stream.js';

/** Adds one to the first word of the buffer, and exports what was there, and 7. */
const PROGRAM = `
  buffer_load_dword v1, off, s[0:3], 0
  s_waitcnt vmcnt(0)
  v_add_nc_u32_e32 v2, 1, v1
  buffer_store_dword v2, off, s[0:3], 0
  s_waitcnt_vscnt null, 0x0
  v_mov_b32_e32 v3, 7
  exp mrt0 v1, v3, off, off done vm
  s_endpgm`;

const EXPORT_PC = 40;
const LANES = 32;
const RAW_BUFFER = 0x31016fac;

const DESCRIPTOR = Object.fromEntries(
  [BUFFER, 0, 1024, RAW_BUFFER].map((word, index) => [`SPI_SHADER_USER_DATA_PS_${index}`, word]),
);

/** Two primitives on a buffer that is compared by bytes, one word of which all invocations count up. */
function countingScene(formats: Readonly<Record<string, number>>, primitives = 2): Scenario {
  const plain = scene({ primitives, draw: { registers: { ...DESCRIPTOR, ...formats } } });
  const program = { name: 'count', words: assembleProgram(PROGRAM, 'gfx10.3'), arguments: [], inputs: [] };
  return { ...plain, programs: [program], memory: [{ ...plain.memory[0]!, compare: { kind: 'bytes' } }] };
}

const COLOUR = { SPI_SHADER_COL_FORMAT: 2, SPI_SHADER_Z_FORMAT: 0 };

type Grant = Partial<ExportGranted> & { readonly words: readonly [number, number] };

/** What two waves export that cover the top-left pixel of a quad each, the second one at `x`. */
function judged(grants: readonly (Grant | undefined)[], { x = 0, formats = COLOUR as object } = {}): Verdict {
  const stream = new Stream(countingScene(formats as Record<string, number>));
  stream.form([{ x: 0, y: 0, primitive: 0, masks: [1, 0, 0, 0] }]);
  stream.form([{ x, y: 0, primitive: 1, masks: [1, 0, 0, 0] }]);
  grants.forEach((grant, wave) => {
    if (grant === undefined) return;
    const { words, ...changes } = grant;
    const data = new Int32Array(4 * LANES);
    words.forEach((word, at) => {
      data[at * LANES] = word;
    });
    const plain = { wave, pc: EXPORT_PC, index: 0, target: 0, enabled: 3, compressed: false, data };
    const cycle = stream.cycle + 1;
    const lanes = { lanesLo: 1, lanesHi: 0 };
    stream.add({ kind: 'export-granted', cycle, type: 'colour', ...plain, ...lanes, ...changes });
  });
  return stream.end(0).end(1).quiesce().judge();
}

const fired = (verdict: Verdict): number => verdict.fired?.['EXP-06'] ?? 0;

const FIRST: Grant = { words: [0, 7] };
const SECOND: Grant = { words: [1, 7] };

test('is silent on the words that primitive order gives, and armed by each export', () => {
  const verdict = judged([FIRST, SECOND]);
  expect(fired(verdict)).toBe(0);
  expect(verdict.armed['EXP-06']).toBe(2);
});

test('fires for what another order gives, and says what the lane exports instead', () => {
  const verdict = judged([SECOND, FIRST]);
  expect(fired(verdict)).toBe(2);
  const finding = verdict.violations.find(({ rule }) => rule === 'EXP-06')!;
  expect(finding.allowed).toContain('0x00000000 0x00000007 in lane 0, pixel (0, 0)');
  expect(finding.observed).toContain('0x00000001 0x00000007 in lane 0, pixel (0, 0)');
});

test('leaves out and counts waves that read what others wrote without order', () => {
  const verdict = judged([SECOND, FIRST], { x: 4 });
  expect(fired(verdict)).toBe(0);
  expect(verdict.uncompared).toBeGreaterThanOrEqual(2);
});

test('fires for other lanes, targets and channels, but ignores lanes that cover nothing', () => {
  expect(fired(judged([FIRST, { ...SECOND, lanesLo: 0 }]))).toBe(1);
  expect(fired(judged([FIRST, { ...SECOND, target: 1 }]))).toBe(1);
  expect(fired(judged([FIRST, { ...SECOND, enabled: 1 }]))).toBe(1);
  expect(fired(judged([FIRST, { ...SECOND, lanesLo: 0b11 }]))).toBe(0);
});

test('fires for an export that is missing or too many', () => {
  expect(fired(judged([FIRST, undefined]))).toBe(1);
  expect(fired(judged([FIRST, SECOND, { ...SECOND, wave: 1 }]))).toBe(1);
});

test('expects nothing of draws whose exports are skipped, or that do not say', () => {
  const formats = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
  expect(fired(judged([SECOND, undefined], { formats }))).toBe(0);
  expect(fired(judged([SECOND, undefined], { formats: {} }))).toBe(0);
});

test('judges only when every wave ended, and says so otherwise', () => {
  const stream = new Stream(countingScene(COLOUR)).form([{ x: 0, y: 0, primitive: 0 }]).quiesce();
  expect(stream.judge().unchecked).toContainEqual({ rule: 'EXP-06', missing: 'the end of every wave' });
});
