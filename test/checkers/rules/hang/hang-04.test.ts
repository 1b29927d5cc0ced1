import { changeSection, findBrokenRules, getFinding } from '../../evidence/static/support/section-text.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const DONE = 'exp mrt0 off, off, off, off done';
const formOnGfx11 = (registers: Record<string, number> = {}): Stream =>
  new Stream(scene({ chip: 'navi31', draw: { registers } })).form([P0]);

function quiesceAtReady(stream: Stream): Stream {
  return stream.quiesce([{ unit: 'wave', index: 0, pc: 0, cause: { on: 'export-ready' } }]);
}

test('fires only when a wave ends without a done export', () => {
  expect(listFiredRules(formOnGfx11().endEventWait(0).end(0).judge())).toEqual(['HANG-04']);
  const verdict = formOnGfx11().endEventWait(0).export(0).end(0).judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['HANG-04']).toBeGreaterThan(1);
});

test('leaves halted waves to HANG-01', () => {
  expect(listFiredRules(formOnGfx11().endEventWait(0).end(0, 'halt').judge())).toEqual([]);
});

test('fires for a wave that waits for export space that its draw does not reserve (F44)', () => {
  const unreserved = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
  expect(listFiredRules(quiesceAtReady(formOnGfx11(unreserved)).judge())).toContain('HANG-04');
});

test('does not fire for a waiting wave if colour or depth reserves space', () => {
  for (const format of ['SPI_SHADER_COL_FORMAT', 'SPI_SHADER_Z_FORMAT']) {
    const registers = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0, [format]: 1 };
    expect(quiesceAtReady(formOnGfx11(registers)).judge().fired).not.toHaveProperty('HANG-04');
  }
});

test('fires on any path that never exports with done (F134), including early discards', () => {
  expect(findBrokenRules(changeSection('gfx11', DONE, DONE.replace(' done', '')), 'gfx11')).toEqual([
    'HANG-04',
  ]);
  const earlyDiscard = changeSection('gfx11', 's_wait_event 0x0', 's_cbranch_execz end', 's_wait_event 0x0');
  const text = [...earlyDiscard.slice(0, -1), 'end:', 's_endpgm'];
  expect(getFinding('HANG-04', text, 'gfx11').steps[0]).toContain('s_cbranch_execz');
});
