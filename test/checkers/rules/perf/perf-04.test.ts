import { parseInstruction } from '../../../../arch/index.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const MESSAGE = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)';
const EXPORT = 'exp null off, off, off, off vm';

/**
 * Runs four waves with a load and a store of known duration. Each exits `tail` cycles after its store, and
 * `tailCode` is inserted before the exit.
 */
function runSections(tail: number, tailCode: readonly string[] = [EXPORT]): Stream {
  const baseScene = scene();
  const [message] = parseInstruction(MESSAGE, 'gfx10.3');
  const tailWords = tailCode.flatMap((line) => parseInstruction(line, 'gfx10.3'));
  const programs = baseScene.programs.map((program) => ({
    ...program,
    words: program.words.flatMap((word) => (word === message ? [...tailWords, word] : [word])),
  }));
  const stream = new Stream({ ...baseScene, programs });
  for (let wave = 0; wave < 4; wave++) {
    stream.form([{ x: 4 * wave, y: 0, primitive: 0 }]);
    const start = stream.cycle + 1;
    const load = stream.issue({ wave, cycle: start });
    stream.perform(wave, load).endWait(wave, stream.at.loadWait);
    const store = stream.issue({ wave, operation: 'store', cycle: start + 50 });
    stream.perform(wave, store).endWait(wave, stream.at.storeWait);
    stream.cycle += tail;
    stream.sendMessage(wave);
  }
  return stream;
}

test('warns about sections that stay open longer than their accesses take, and reports the cycles', () => {
  const violation = runSections(200)
    .judge()
    .violations.find(({ rule }) => rule === 'PERF-04');
  expect(violation).toMatchObject({ severity: 'warning', place: { draw: 0 } });
  expect(violation?.hint).toMatch(
    /^Move these after the exit: pc 0x\w+ \(exp null off, off, off, off vm\)\.$/,
  );
  expect(violation?.observed).toMatch(
    /4 waves were open for 80\d cycles outside their accesses, compared with 20\d during them/,
  );
});

test('does not fire for sections that end soon after their last access', () => {
  const verdict = runSections(100).judge();
  expect(verdict.fired).not.toHaveProperty('PERF-04');
  expect(verdict.armed['PERF-04']).toBe(1);
});

test('allows up to three times the duration of the accesses', () => {
  expect(runSections(151).judge().fired).not.toHaveProperty('PERF-04');
  expect(runSections(152).judge().fired).toHaveProperty('PERF-04');
});

test('does not fire if nothing, or too little to matter, can be moved', () => {
  const shortTail = ['v_mov_b32_e32 v1, 0', 's_nop 3', 's_waitcnt vmcnt(0)'];
  expect(runSections(200, []).judge().fired).not.toHaveProperty('PERF-04');
  expect(runSections(200, shortTail).judge().fired).not.toHaveProperty('PERF-04');
  expect(runSections(200, ['s_sleep 1']).judge().fired).toHaveProperty('PERF-04');
  const movableTail = Array.from({ length: 8 }, (_, i) => `v_mov_b32_e32 v${i}, 0`);
  expect(runSections(200, movableTail).judge().fired).toHaveProperty('PERF-04');
});
