import { getCorrectRegisters, judgeRegisters } from '../../support/registers.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const FOUR_SAMPLES = { PA_SC_AA_CONFIG: 0x200002, DB_Z_INFO: 2 << 2 };
const DRAW = { samples: 4, interlock: 'sample-ordered' } as const;
const makeRate = (log2: number) => ({ DB_SHADER_CONTROL: 0x00010600 | (log2 << 20) });

test('warns when a sample interlock is tracked per pixel', () => {
  expect(judgeRegisters('navi21', { ...FOUR_SAMPLES, ...makeRate(0) }, DRAW).costly).toEqual(['PERF-02']);
});

test('does not fire for per-sample tracking or pixel interlocks', () => {
  expect(judgeRegisters('navi21', { ...FOUR_SAMPLES, ...makeRate(2) }, DRAW).costly).toEqual([]);
  expect(judgeRegisters('navi21', { ...FOUR_SAMPLES, ...makeRate(0) }, { samples: 4 }).costly).toEqual([]);
});

test("counts the draw's waves reported as overlapping, and how many of those reports are false", () => {
  const registers = { ...getCorrectRegisters('navi21'), ...FOUR_SAMPLES, ...makeRate(0) };
  const stream = new Stream(scene({ draw: { ...DRAW, registers } }));
  const quad = { x: 0, y: 0, primitive: 0 };
  const repeatMask = (mask: number) => [mask, mask, mask, mask] as const;
  stream.form([{ ...quad, masks: repeatMask(1) }]);
  stream.form([{ ...quad, primitive: 1, masks: repeatMask(1) }], { didOverlap: true, newest: 0 });
  stream.form([{ ...quad, primitive: 2, masks: repeatMask(2) }], { didOverlap: true, newest: 1 });
  stream.form([{ x: 8, y: 8, primitive: 3, masks: repeatMask(1) }]);
  const violation = stream.judge().violations.find(({ rule }) => rule === 'PERF-02');
  expect(violation?.observed).toBe(
    'Draw 0 sets DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES to 0; of its 2 waves reported as overlapping, 1 shared no samples with an unfinished wave.',
  );
});
