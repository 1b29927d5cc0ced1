import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const QUAD = [{ x: 0, y: 0, primitive: 0 }];

/** Runs a non-overlapping wave up to the wait after its load. */
function runToWait(): Stream {
  const stream = new Stream(scene()).form(QUAD);
  const { at } = stream;
  stream.run(0, 0, 4).run(0, at.load, at.load);
  stream.perform(0, stream.issue({ wave: 0 }));
  return stream;
}

const checkStream = (stream: Stream): string[] =>
  listFiredRules(stream.judgeWithAllRules()).filter((rule) => rule === 'PROTO-10');

test('fires when a wave does not start with the first instruction of its program', () => {
  const stream = new Stream(scene()).form(QUAD);
  const verdict = stream.run(0, 4, 8).judgeWithAllRules();
  expect(listFiredRules(verdict)).toEqual(['PROTO-10']);
  expect(verdict.violations[0].allowed).toMatch(/begins at pc 0x0/);
});

test('fires for missing instructions and for an instruction reported twice', () => {
  const { at } = runToWait();
  expect(checkStream(runToWait().endWait(0, at.loadWait).run(0, at.store, at.store))).toEqual(['PROTO-10']);
  expect(checkStream(runToWait().run(0, at.load, at.load))).toEqual(['PROTO-10']);
});

test('fires for a reported wait, message or end where the program has none', () => {
  const { at } = runToWait();
  expect(checkStream(runToWait().endWait(0, at.storeWait))).toEqual(['PROTO-10']);
  expect(checkStream(runToWait().endWait(0, at.loadWait).sendMessage(0))).toEqual(['PROTO-10']);
  expect(checkStream(runToWait().endWait(0, at.loadWait).end(0))).toEqual(['PROTO-10']);
});

test('fires when a reported range continues past an unconditional branch, and reports both ends', () => {
  const stream = new Stream(scene()).form(QUAD);
  const [violation] = stream.run(0, 0, stream.at.load).judgeWithAllRules().violations;
  expect(violation.rule).toBe('PROTO-10');
  expect(violation.observed).toMatch(/pc 0x0 .* to pc 0x40 .* are not consecutive in its program/);
});

test('reports which instruction of a range cannot run, and why', () => {
  const baseScene = scene({ chip: 'vega10' });
  const draws = baseScene.draws.map((draw) => ({
    ...draw,
    registers: { ...draw.registers, SPI_SHADER_PGM_RSRC1_PS: 0 },
  }));
  const stream = new Stream({ ...baseScene, draws }).form(QUAD);
  const { violations } = stream.run(0, 0, stream.at.poll + 8).judgeWithAllRules();
  expect(violations.find(({ rule }) => rule === 'PROTO-10')?.observed).toMatch(
    /including pc 0x38 .* which cannot run: register s8 is outside the allocation of 8/,
  );
});

test('does not fire for a complete path through the program or an unfinished one', () => {
  const { at } = runToWait();
  const completeStream = runToWait().endWait(0, at.loadWait).run(0, at.use, at.store);
  completeStream.perform(0, completeStream.issue({ wave: 0, operation: 'store' }));
  completeStream
    .run(0, at.store + 8, at.store + 8)
    .sendMessage(0)
    .run(0, at.exit + 4, at.exit + 4)
    .end(0);
  expect(checkStream(completeStream)).toEqual([]);
  const pollingStream = new Stream(scene()).form(QUAD).run(0, 0, at.poll + 8);
  expect(checkStream(pollingStream)).toEqual([]);
});

test('does not fire if the stream reports no waits, or no instructions at all', () => {
  const { at } = runToWait();
  expect(checkStream(runToWait().run(0, at.use, at.store))).toEqual([]);
  expect(checkStream(new Stream(scene()).form(QUAD).sendMessage(0).sendMessage(0))).toEqual([]);
});

test('fires once a kind appears that earlier waves omitted, at the first omission', () => {
  const { at } = runToWait();
  const stream = runToWait().run(0, at.use, at.store);
  stream.form(QUAD).run(1, 0, 4).run(1, at.load, at.load);
  stream.perform(1, stream.issue({ wave: 1 }));
  const findings = stream.endWait(1, at.loadWait).judgeWithAllRules().violations;
  const omissions = findings.filter(({ rule }) => rule === 'PROTO-10');
  expect(omissions.map(({ place }) => place.wave)).toEqual([0]);
  expect(omissions[0]!.allowed).toMatch(/to pc 0x\w+ \(s_waitcnt /);
});

test('accepts a wave whose first instruction is reported by a dedicated transaction', () => {
  const stream = new Stream(scene({ chip: 'navi31' })).form(QUAD).endEventWait(0);
  expect(checkStream(stream.run(0, stream.at.load, stream.at.load))).toEqual([]);
});

test('does not fire if a monitor reports a wait both as issued and as done, in either order', () => {
  const { at } = runToWait();
  const issuedBefore = runToWait()
    .run(0, at.loadWait, at.loadWait)
    .endWait(0, at.loadWait)
    .run(0, at.use, at.store);
  expect(checkStream(issuedBefore)).toEqual([]);
  const issuedAfter = runToWait().endWait(0, at.loadWait).run(0, at.loadWait, at.use);
  expect(checkStream(issuedAfter)).toEqual([]);
  expect(checkStream(runToWait().endWait(0, at.loadWait).endWait(0, at.loadWait))).toEqual(['PROTO-10']);
});

test('fires when a wave issues an instruction after its end, and reports that the wave has ended', () => {
  const { at } = runToWait();
  const haltedStream = runToWait();
  haltedStream.add({
    kind: 'wave-ended',
    cycle: haltedStream.cycle + 1,
    wave: 0,
    pc: at.loadWait,
    by: 'halt',
    reason: 'x',
  });
  const violation = haltedStream
    .run(0, at.use, at.use)
    .judgeWithAllRules()
    .violations.find(({ rule }) => rule === 'PROTO-10');
  expect(violation?.allowed).toContain('has ended');
});

test('ignores waves that were never formed', () => {
  expect(checkStream(new Stream(scene()).run(7, 44, 48))).toEqual([]);
});
