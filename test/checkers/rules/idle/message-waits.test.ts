import { assembleProgram } from '../../../../arch/index.js';
import {
  computeIssueBacklog,
  getLongestStretch,
  getWavesPerSimd,
} from '../../../../checkers/evidence/facts/issue-backlog.js';
import { getDecodedProgram } from '../../../../checkers/evidence/program/programs.js';
import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** One cycle of slack for each interface between units. */
const SLACK = 8;

const SCENARIO = scene({ freedoms: { issueGap: [1, 3], waveSlots: 4 } });

/** Maximum number of cycles from a wave's last wait to its message. */
const BOUND =
  computeIssueBacklog(SCENARIO, 0) +
  3 * getLongestStretch(getDecodedProgram(SCENARIO.programs[0], 'gfx10.3', SCENARIO.wave)) +
  SLACK;

/** Returns a stream that ends just after a wave's last wait before its message. */
function createStream(scenario = SCENARIO): Stream {
  const stream = new Stream(scenario).form([{ x: 0, y: 0, primitive: 0 }]).setPacker(0);
  return stream.access({ wave: 0 }).access({ wave: 0, operation: 'store' });
}

function sendMessageAfter(cycles: number, stream = createStream()): readonly string[] {
  stream.cycle += cycles - 1;
  return listFiredRules(stream.sendMessage(0).countExit(0, 1).end(0).judge());
}

test('fires when a wave sends its message later than issue delays allow', () => {
  expect(sendMessageAfter(BOUND)).toEqual([]);
  expect(sendMessageAfter(BOUND + 1)).toEqual(['IDLE-02']);
});

test("extends the bound by a loop's reported issue cycles, for the wave itself and for each wave on the SIMD", () => {
  const iterations = 50;
  const createLoop = (): Stream => {
    const stream = createStream();
    const { storeWait } = stream.at;
    const issued = { kind: 'instructions-issued', cycle: stream.cycle, wave: 0 } as const;
    for (let i = 0; i < iterations; i++) stream.add({ ...issued, first: storeWait, last: storeWait });
    return stream;
  };
  // The wait before the loop adds one instruction to the stretch.
  const bound = (3 + getWavesPerSimd(SCENARIO)) * (iterations + 1) + SLACK;
  expect(bound).toBeGreaterThan(BOUND);
  expect(sendMessageAfter(bound, createLoop())).toEqual([]);
  expect(sendMessageAfter(bound + 1, createLoop())).toEqual(['IDLE-02']);
});

test('also allows time for waits in a stretch of instructions', () => {
  const waitCount = 50;
  const createWaits = (): Stream => {
    const stream = createStream();
    const wait = { kind: 'wait-done', cycle: stream.cycle, wave: 0, vm: 0, vs: 0, lgkm: 0, exp: 0 } as const;
    for (let i = 0; i < waitCount; i++) stream.add({ ...wait, pc: stream.at.storeWait });
    return stream;
  };
  const bound = (3 + getWavesPerSimd(SCENARIO)) * (waitCount + 1) + SLACK;
  expect(sendMessageAfter(bound, createWaits())).toEqual([]);
  expect(sendMessageAfter(bound + 1, createWaits())).toEqual(['IDLE-02']);
});

test('allows time for a trap handler before the message', () => {
  const { freedoms } = SCENARIO;
  const stream = createStream({
    ...SCENARIO,
    freedoms: {
      ...freedoms,
      xnackRate: 5,
      xnackAction: setting('xnackAction', 'trap'),
      xnackLatency: [BOUND, BOUND],
    },
  });
  const { cycle, at } = stream;
  stream.add({ kind: 'translation-failed', cycle, wave: 0, pc: at.store, access: 1, action: 'trap' });
  expect(sendMessageAfter(BOUND + 1, stream)).toEqual([]);
});

test('does not measure from an instruction if the wave later took a different path', () => {
  const stream = createStream();
  const { cycle, at } = stream;
  stream.add({ kind: 'instructions-issued', cycle, wave: 0, first: at.load, last: at.load });
  expect(sendMessageAfter(BOUND + 1, stream)).not.toContain('IDLE-02');
});

test('still checks a message that the stream also reports as issued', () => {
  const stream = createStream();
  const { cycle, at } = stream;
  stream.add({ kind: 'instructions-issued', cycle, wave: 0, first: at.exit, last: at.exit });
  expect(sendMessageAfter(BOUND + 1, stream)).toEqual(['IDLE-02']);
});

test('does not measure from a branch that leads to another message than the next', () => {
  const words = assembleProgram(
    's_cbranch_scc0 later\ns_sendmsg 7\ns_endpgm\nlater:\ns_sendmsg 7\ns_endpgm',
    'gfx10.3',
  );
  const firesFor = (pc: number): boolean => {
    const programs = SCENARIO.programs.map((program) => ({ ...program, words }));
    const stream = new Stream({ ...SCENARIO, programs }).form([{ x: 0, y: 0, primitive: 0 }]).run(0, 0, 0);
    const sent = { kind: 'message-sent', cycle: 5000, wave: 0, pc, message: 7 } as const;
    return listFiredRules(stream.add({ ...sent, vm: 0, vs: 0, lgkm: 0, exp: 0 }).judge()).includes('IDLE-02');
  };
  expect([firesFor(4), firesFor(12)]).toEqual([true, false]);
});
