import {
  FIRST_BACKGROUND_WAVE,
  type HeldResources,
  type Scenario,
  type Transaction,
} from '../../../../transactions/index.js';
import { createGroupedScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';
import { makeLaunch, SMALL_HOLDINGS } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

const ELSEWHERE = { x: 8, y: 8, primitive: 1 };

/** One cycle of slack for each interface between units. */
const SLACK = 8;

/** Maximum number of cycles that a message takes to reach the tracker with default freedoms. */
const MESSAGE_LATENCY = 24;

/** Maximum number of cycles that `sx-alloc` takes with default freedoms once export space is free. */
const ALLOCATION_LATENCY = 40;

function launch(stream: Stream, wave: number, cycle: number, slot = wave): Stream {
  return stream.add(makeLaunch(cycle, wave, slot));
}

function release(stream: Stream, wave: number, cycle: number): Stream {
  return stream.add({ kind: 'resource-released', cycle, wave, slot: wave });
}

function allocate(stream: Stream, wave: number, cycle: number): Stream {
  return stream.add({ kind: 'sx-alloc', cycle, wave, packer: 0 });
}

function sendMessage(changes = {}): [stream: Stream, cycle: number] {
  const stream = new Stream(scene(changes)).form([P0]).setPacker(0).runSection(0);
  return [stream, stream.cycle];
}

test('fires when the tracker counts an exit later than the message latency allows, but not at the bound', () => {
  const countExitAfter = (cycles: number) => {
    const [stream, cycle] = sendMessage();
    return listFiredRules(stream.countExit(0, 1, cycle + cycles).judge());
  };
  expect(countExitAfter(MESSAGE_LATENCY + SLACK)).toEqual([]);
  expect(countExitAfter(MESSAGE_LATENCY + SLACK + 1)).toEqual(['IDLE-02']);
});

test('fires when the stream continues past the bound without counting the exit', () => {
  const endAfter = (cycles: number) => {
    const [stream, cycle] = sendMessage();
    stream.countExit(0, 1).form([ELSEWHERE]).setPacker(1).runSection(1);
    expect(stream.cycle).toBeGreaterThan(cycle);
    stream.cycle += cycles - 1;
    return listFiredRules(stream.end(1).judge());
  };
  expect(endAfter(MESSAGE_LATENCY + SLACK)).toEqual([]);
  expect(endAfter(MESSAGE_LATENCY + SLACK + 1)).toEqual(['IDLE-02']);
});

test('allows an exit to wait for older waves on its packer', () => {
  const stream = new Stream(scene()).form([P0]).form([ELSEWHERE]).setPacker(0).setPacker(1).runSection(1);
  stream.cycle = 5000;
  stream.runSection(0).countExit(0, 1).countExit(1, 2);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('allows an exit to wait until its wave ends if the exiting id only advances at that point (U1)', () => {
  const endLate = (exitAdvance: number) => {
    const [stream] = sendMessage({ freedoms: { exitAdvance } });
    stream.cycle = 5000;
    return listFiredRules(stream.end(0).countExit(0, 1).judge());
  };
  expect(endLate(1)).toEqual([]);
  expect(endLate(2)).toEqual([]);
  expect(endLate(0)).toEqual(['IDLE-02']);
});

test('when messages need a packer, the exit of a wave that has none may wait until the wave ends (U12)', () => {
  const countExitAtEnd = (messageWithoutPacker: number) => {
    const stream = new Stream(scene({ freedoms: { messageWithoutPacker } })).form([P0]).runSection(0);
    stream.cycle = 5000;
    return listFiredRules(stream.end(0).countExit(0, 1).judge());
  };
  expect(countExitAtEnd(1)).toEqual([]);
  expect(countExitAtEnd(0)).toEqual(['IDLE-02']);
});

test('counts from the end of a wave that never used ordering (U3)', () => {
  const countExitAfter = (cycles: number) => {
    const stream = new Stream(scene()).form([P0]).end(0);
    return stream
      .countExit(0, 1, stream.cycle + cycles)
      .judge()
      .violations.map(({ rule }) => rule);
  };
  expect(countExitAfter(SLACK)).not.toContain('IDLE-02');
  expect(countExitAfter(SLACK + 1)).toContain('IDLE-02');
});

test('allows a GFX11 exit to wait for overlapped waves, but not for others', () => {
  const judgeWithYoungerWaveAt = (x: number) => {
    const stream = new Stream(scene({ chip: 'navi31' })).form([P0]).form([{ x, y: 0, primitive: 1 }]);
    stream.export(1).endEventWait(0).cycle = 5000;
    return stream.export(0).countExit(0, 0).countExit(1, 0).judge().violations;
  };
  expect(judgeWithYoungerWaveAt(0).filter(({ rule }) => rule === 'IDLE-02')).toEqual([]);
  expect(judgeWithYoungerWaveAt(8).filter(({ rule }) => rule === 'IDLE-02')).toHaveLength(1);
});

/** Forms two waves, and launches the first one in cycle 3. */
function launchFirst(waveSlots: number, changes: Partial<Scenario> = {}): Stream {
  const scenario = { ...scene({ freedoms: { waveSlots } }), ...changes };
  const stream = new Stream(scenario).form([P0]).form([ELSEWHERE]);
  return allocate(launch(stream, 0, 3), 0, 4);
}

test('fires when waves are launched one at a time even though slots are free', () => {
  const launchSecond = (cycle: number) => listFiredRules(launch(launchFirst(2), 1, cycle).judge());
  expect([launchSecond(3 + 1), launchSecond(3 + 1 + 1)]).toEqual([[], ['IDLE-02']]);
});

test('gives a design a few cycles to offer a wave', () => {
  const design = { unit: 'packer-to-launch', answers: [] } as const;
  const launchSecond = (cycle: number) =>
    listFiredRules(launch(launchFirst(2, { design }), 1, cycle).judge());
  expect(launchSecond(3 + 1 + SLACK)).toEqual([]);
  expect(launchSecond(3 + 1 + SLACK + 1)).toEqual(['IDLE-02']);
});

test('fires when the next wave waits for one controller while the other is free', () => {
  const loadCycles = 24;
  const launchThird = (cycle: number, controller: number): string[] => {
    const registers = { SPI_PS_INPUT_ENA: 0xffff };
    const stream = new Stream(scene({ draw: { registers } })).form([P0]).form([ELSEWHERE]);
    stream.form([{ x: 16, y: 8, primitive: 2 }]);
    const load = (wave: number, start: number, onController: number): void => {
      stream.add(makeLaunch(start, wave, wave, { controller: onController, loadCycles }));
      allocate(stream, wave, start + 1);
    };
    load(0, 3, 0);
    load(1, 4, controller);
    load(2, cycle, 0);
    return listFiredRules(stream.judge()).filter((rule) => rule === 'IDLE-02');
  };
  // Both controllers are loading until the first wave is loaded.
  expect(launchThird(3 + loadCycles, 1)).toEqual([]);
  expect(launchThird(4 + 1, 0)).toEqual([]);
  expect(launchThird(4 + 1 + 1, 0)).toEqual(['IDLE-02']);
});

test('requires only that some ready wave be launched, because the named one may have become ready later', () => {
  const stream = new Stream(scene()).form([P0]);
  const formedCycle = stream.cycle;
  stream.cycle = 80;
  const { violations } = launch(stream.form([ELSEWHERE]), 1, 90).judge();
  const { allowed } = violations.find(({ rule }) => rule === 'IDLE-02')!;
  expect(allowed).toMatch(/^wave 1 .* \(or another wave\) is launched within \d+ cycles of cycle/);
  expect(allowed).toContain(`of cycle ${formedCycle},`);
});

test('allows a launch to wait only while every slot is occupied', () => {
  const launchSecond = (cycle: number) =>
    listFiredRules(launch(release(launchFirst(1), 0, 5000), 1, cycle, 0).judge());
  expect(launchSecond(5000 + 1 + SLACK)).toEqual([]);
  expect(launchSecond(5000 + 1 + SLACK + 1)).toEqual(['IDLE-02']);
});

/** Returns whether a wave may start in cycle 5000 while another wave on the SIMD of the only slots holds this. */
function mayWait(registers: Readonly<Record<string, number>>, held: Partial<HeldResources>): boolean {
  const freedoms = { waveSlots: 2, registerRows: 512 };
  const stream = new Stream(scene({ draw: { registers }, freedoms })).form([P0]).form([ELSEWHERE]);
  stream.form([{ x: 16, y: 8, primitive: 2 }]);
  const start = (cycle: number, wave: number, slot: number, changes: Partial<HeldResources>) => {
    const holds = { ...SMALL_HOLDINGS, vectorRows: 0, ...changes };
    allocate(stream.add(makeLaunch(cycle, wave, slot, { simd: 0, holds })), wave, cycle + 1);
  };
  start(3, 0, 0, held);
  start(4, 1, 1, {});
  stream.add({ kind: 'resource-released', cycle: 10, wave: 1, slot: 1 });
  start(5000, 2, 1, {});
  return !listFiredRules(stream.judge()).includes('IDLE-02');
}

test('allows a launch to wait only while no gap in LDS is large enough', () => {
  // EXTRA_LDS_SIZE, in bits [15:8] of RSRC2, is in units of 128 dwords. LDS has 16,384 dwords.
  const registers = { SPI_SHADER_PGM_RSRC2_PS: 100 << 8 };
  const gap = 12_800;
  expect(mayWait(registers, { localFirst: gap - 1, localDwords: 128 })).toBe(true);
  expect(mayWait(registers, { localFirst: gap, localDwords: 128 })).toBe(false);
});

test('allows a launch to wait only while no gap in the vector registers is large enough', () => {
  // VGPRS, in bits [5:0] of RSRC1, asks for 128 registers of 64 lanes.
  const registers = { SPI_SHADER_PGM_RSRC1_PS: 31 };
  expect(mayWait(registers, { vectorFirst: 240, vectorRows: 32 })).toBe(true);
  expect(mayWait(registers, { vectorFirst: 256, vectorRows: 32 })).toBe(false);
});

test('fires when free export space is allocated too late', () => {
  const allocateAfter = (cycles: number) => {
    const stream = launch(new Stream(scene()).form([P0]), 0, 2);
    return listFiredRules(allocate(stream, 0, 2 + cycles).judge());
  };
  expect(allocateAfter(ALLOCATION_LATENCY + SLACK)).toEqual([]);
  expect(allocateAfter(ALLOCATION_LATENCY + SLACK + 1)).toEqual(['IDLE-02']);
});

test('allows an allocation to wait only until an older wave frees its export space', () => {
  const allocateAfter = (cycles: number) => {
    const stream = new Stream(scene({ freedoms: { exportSpace: 1 } })).form([P0]).form([ELSEWHERE]);
    allocate(launch(launch(stream, 0, 3), 1, 4), 0, 5);
    stream.add({ kind: 'sx-freed', cycle: 5000, wave: 0, packer: 0 });
    return listFiredRules(allocate(stream, 1, 5000 + cycles).judge());
  };
  expect(allocateAfter(ALLOCATION_LATENCY + SLACK)).toEqual([]);
  expect(allocateAfter(ALLOCATION_LATENCY + SLACK + 1)).toEqual(['IDLE-02']);
});

test('leaves an idle device to the HANG rules', () => {
  const [stream] = sendMessage();
  stream.end(0).cycle = 90_000;
  stream.quiesce([{ unit: 'packer', index: 0, pc: -1, cause: { on: 'id-window', packer: 0 } }]);
  expect(listFiredRules(stream.judge())).toEqual(['HANG-01']);
});

test('ignores space freed by a wave that was never formed', () => {
  const stream = new Stream(scene({ freedoms: { exportSpace: 1 } })).form([P0]).form([ELSEWHERE]);
  allocate(launch(launch(stream, 0, 3), 1, 4), 0, 5);
  stream.add({ kind: 'sx-freed', cycle: 100, wave: 9, packer: 0 });
  stream.add({ kind: 'sx-freed', cycle: 5000, wave: 0, packer: 0 });
  expect(listFiredRules(allocate(stream, 1, 5000 + ALLOCATION_LATENCY).judge())).not.toContain('IDLE-02');
});

test('counts only waves with scratch memory against the scratch limit', () => {
  // SCRATCH_EN is bit 0 of RSRC2; only one wave at a time may have scratch memory.
  const withScratch = { SPI_SHADER_PGM_RSRC2_PS: 1, SPI_TMPRING_SIZE: 1 };
  const launchAfterFirst = (first: Readonly<Record<string, number>>, scratchSlot: number): string[] => {
    const moreDraws = [{ registers: withScratch }];
    const stream = new Stream(scene({ draw: { registers: first }, moreDraws })).form([P0]);
    stream.form([{ ...ELSEWHERE, primitive: 4 }], { draw: 1 });
    stream.add(makeLaunch(3, 0, 0, { holds: { ...SMALL_HOLDINGS, scratchSlot } }));
    const launched = allocate(stream, 0, 4);
    return listFiredRules(launch(launched, 1, 5000).judge()).filter((rule) => rule === 'IDLE-02');
  };
  expect(launchAfterFirst(withScratch, 0)).toEqual([]);
  expect(launchAfterFirst({}, -1)).toEqual(['IDLE-02']);
});

test('allows a launch to wait only while a background wave holds the only slot', () => {
  const { background } = createGroupedScene('navi21');
  const wave = FIRST_BACKGROUND_WAVE;
  const launchSecond = (cycle: number): string[] => {
    const baseScene = scene({ freedoms: { waveSlots: 1 } });
    const stream = new Stream({ ...baseScene, ...(background && { background }) });
    stream.add({ kind: 'background-formed', cycle: 1, wave, source: 'compute', work: 0, group: 0, place: 0 });
    stream.add({ kind: 'background-allocated', cycle: 2, wave, slot: 0, simd: 0, holds: SMALL_HOLDINGS });
    stream.add({
      kind: 'background-launched',
      cycle: 2,
      wave,
      source: 'compute',
      controller: 0,
      loadCycles: 1,
    });
    stream.form([P0]).form([ELSEWHERE]);
    stream.add({ kind: 'background-released', cycle: 5000, wave, slot: 0 });
    launch(stream, 0, cycle, 0);
    return listFiredRules(stream.judge()).filter((rule) => rule === 'IDLE-02');
  };
  expect(launchSecond(5000 + 1 + SLACK)).toEqual([]);
  expect(launchSecond(5000 + 1 + SLACK + 1)).toEqual(['IDLE-02']);
});

test('fires when a group of background waves that would fit waits although nothing else does', () => {
  const { background } = createGroupedScene('navi21');
  const launchGroup = (cycle: number): string[] => {
    const stream = new Stream({ ...scene(), ...(background && { background }) }).form([P0]);
    launch(stream, 0, 3);
    const waves = [0, 1, 2, 3].map((place) => ({ wave: FIRST_BACKGROUND_WAVE + place, place }));
    for (const { wave, place } of waves)
      stream.add({ kind: 'background-formed', cycle: 10, wave, source: 'compute', work: 0, group: 0, place });
    const [{ wave }] = waves;
    stream.add({ kind: 'background-launched', cycle, wave, source: 'compute', controller: 0, loadCycles: 1 });
    return listFiredRules(stream.judge()).filter((rule) => rule === 'IDLE-02');
  };
  expect([launchGroup(20), launchGroup(200)]).toEqual([[], ['IDLE-02']]);
});

/** Returns whether IDLE-02 fires for a changed run of a scene, on our device and on another one. */
function firesOnDevices(scenario: Scenario, change: (t: Transaction) => readonly Transaction[]): boolean[] {
  return [false, true].map((mayOmitKinds) => {
    const { armed, violations, unchecked } = checkRun(scenario, change, { mayOmitKinds });
    expect(armed['IDLE-02']).toBeGreaterThan(0);
    expect(unchecked.filter(({ rule }) => rule === 'IDLE-02')).toEqual([]);
    return violations.some(({ rule }) => rule === 'IDLE-02');
  });
}

test('does not check on other devices when data leaves, or background waves start', () => {
  const start = 3000;
  const scenario = createGroupedScene('navi21', { start });
  const unchanged = firesOnDevices(scenario, (t) => [t]);
  const late: Transaction[] = [];
  const freesLate = firesOnDevices(scenario, (t) => {
    if (t.kind === 'quiesced') return [...late.splice(0).map((freed) => ({ ...freed, cycle: t.cycle })), t];
    const isLate = t.kind === 'sx-freed' || t.kind === 'resource-released';
    if (isLate) late.push({ ...t });
    return isLate ? [] : [t];
  });
  const formed: Transaction[] = [];
  checkRun(scenario, (t) => void (t.kind === 'background-formed' && formed.push({ ...t, cycle: 1 })));
  const startsLate = firesOnDevices(scenario, (t) => {
    if (t.kind === 'draw-begin') return [t, ...formed.map((early) => ({ ...early, cycle: t.cycle }))];
    return t.kind === 'background-formed' ? [] : [t];
  });
  expect([unchanged, freesLate, startsLate]).toEqual([
    [false, false],
    [true, false],
    [true, false],
  ]);
});
