import { describe, expect, it } from 'vitest';
import { DeviceContext } from '../../rtl-model/context.js';
import { describeCollision } from '../../rtl-model/db/collision.js';
import { OverlapSet } from '../../rtl-model/db/overlap-set.js';
import { computeNewestField } from '../../rtl-model/db/wave-ids.js';
import { runScenario } from '../../rtl-model/index.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { planDraws } from '../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../rtl-model/wave.js';
import { FIXED_UNKNOWNS, type Freedoms, KNOBS, setting } from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';
import { buildScene, getTransactions } from './support/run-program.js';

const SELECT = 's_movk_i32 s10, 0x1\ns_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10\n';
const SEND = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\n';

/** Runs `source` on two waves and returns the scenario and the exit and end transactions in order. */
function runAndGetExits(source: string, freedoms: Partial<Freedoms>) {
  const scenario = buildScene(source, { chip: 'navi21', draws: 2, freedoms });
  return {
    scenario,
    exits: getTransactions(scenario, 'section-exit'),
    ends: getTransactions(scenario, 'wave-ended'),
  };
}

it('the model has either a knob or a fixed behaviour for every hardware unknown from U1 to U29', () => {
  const named = Object.values(KNOBS).flatMap(({ source }) => source.match(/U\d+/g) ?? []);
  const covered = new Set([...named, ...Object.keys(FIXED_UNKNOWNS)]);
  const missing = Array.from({ length: 29 }, (_, i) => `U${i + 1}`).filter((name) => !covered.has(name));
  expect(missing).toEqual([]);
  expect(Object.keys(FIXED_UNKNOWNS).filter((name) => named.includes(name))).toEqual([]);
});

describe('a hardware unknown', () => {
  it('U12: a wave with no packer selected exits when it sends its message or when it ends', () => {
    const program = `${SEND}s_sleep 0x40\ns_endpgm`;
    const early = runAndGetExits(program, {
      messageWithoutPacker: setting('messageWithoutPacker', 'counts'),
      messageLatency: [1, 1],
    });
    expect(early.exits[0].cycle).toBeLessThan(early.ends[0].cycle);
    const late = runAndGetExits(program, {
      messageWithoutPacker: setting('messageWithoutPacker', 'ignored'),
      messageLatency: [1, 1],
    });
    expect(late.exits[0].cycle).toBeGreaterThanOrEqual(late.ends[0].cycle);
    expect(late.exits).toHaveLength(2);
  });

  it('U12: a message carries the packer selected when it is sent, not when it arrives', () => {
    const clear = 's_mov_b32 s10, 0\ns_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10\n';
    const result = runAndGetExits(`${SELECT}${SEND}${clear}s_sleep 0x40\ns_endpgm`, {
      messageWithoutPacker: setting('messageWithoutPacker', 'ignored'),
      messageLatency: [60, 60],
    });
    expect(result.exits[0].cycle).toBeLessThan(result.ends[0].cycle);
  });

  it('U13: a second message is either ignored or makes the next wave exit prematurely', () => {
    const program = `${SELECT}${SEND}${SEND}s_waitcnt lgkmcnt(0)\ns_endpgm`;
    const exitsEarly = (secondMessage: number): boolean => {
      const { exits: allExits, scenario } = runAndGetExits(program, {
        secondMessage,
        waveSlots: 1,
        messageLatency: [1, 1],
      });
      const launches = getTransactions(scenario, 'wave-launched');
      return allExits[1].cycle <= launches[1].cycle;
    };
    expect([exitsEarly(0), exitsEarly(1)]).toEqual([false, true]);
  });

  it('U23: the packer register either keeps its value after the exit or is cleared', () => {
    const program = `${SELECT}${SEND}s_mov_b32 s11, src_pops_exiting_wave_id\ns_endpgm`;
    const getPolledPackers = (packerAfterExit: number): number[] =>
      getTransactions(
        buildScene(program, { chip: 'navi21', freedoms: { packerAfterExit } }),
        'exiting-id-polled',
      ).map(({ packer }) => packer);
    expect([getPolledPackers(0), getPolledPackers(1)]).toEqual([[0], [-1]]);
  });

  it('U24: a poll without a packer reads zero, the last value or an arbitrary id', () => {
    const getPolledIds = (unselectedPoll: number): number[] =>
      getTransactions(
        buildScene(
          `${SELECT}s_mov_b32 s11, src_pops_exiting_wave_id
          s_movk_i32 s10, 0x0
          s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10
          s_mov_b32 s11, src_pops_exiting_wave_id
          s_endpgm`,
          { chip: 'navi21', freedoms: { unselectedPoll, idStart: 77 } },
        ),
        'exiting-id-polled',
      ).map(({ id }) => id);
    expect(getPolledIds(0)).toEqual([77, 0]);
    expect(getPolledIds(1)).toEqual([77]);
    expect(getPolledIds(2)[1]).toBeGreaterThan(0);
  });

  it('U24: a poll without a packer can read any id', () => {
    const polls = 's_mov_b32 s11, src_pops_exiting_wave_id\n'.repeat(200);
    const scenario = buildScene(`${polls}s_endpgm`, {
      chip: 'navi21',
      freedoms: { unselectedPoll: setting('unselectedPoll', 'anything'), idWrap: 7 },
    });
    const read = new Set(getTransactions(scenario, 'exiting-id-polled').map(({ id }) => id));
    expect([...read].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('U26: a draw with a different sample count starts either immediately or only after all waves have ended', () => {
    const waitsForWaves = (sampleChange: number): boolean => {
      const scenario = scene({ freedoms: { sampleChange }, moreDraws: [{ samples: 4 }] });
      let lastEnd = 0;
      let beginCycle = 0;
      runScenario(scenario, (t) => {
        if (t.kind === 'draw-begin' && t.draw === 1) beginCycle = t.cycle;
        if (t.kind === 'resource-released' && beginCycle === 0) lastEnd = t.cycle;
        if (t.kind === 'wave-formed' && t.draw === 0) lastEnd = 0;
      });
      return beginCycle > 0 && lastEnd > 0;
    };
    expect([waitsForWaves(0), waitsForWaves(1)]).toEqual([false, true]);
  });

  it('U27: if the newest id is 0, GFX9 reports either 0 or the largest id; GFX10 always reports 0', () => {
    const getNewestId = (chip: 'vega10' | 'navi10', newestZero: number): number => {
      const registers = { DB_SHADER_CONTROL: 1 << 16, SPI_SHADER_COL_FORMAT: 1 };
      const scenario = scene({ chip, draw: { registers }, freedoms: { newestZero } });
      const context = new DeviceContext(scenario, new ReplayChoices([]), null);
      const wave = new Wave(0);
      wave.reset(0, 3, planDraws(context, scenario)[0]);
      wave.id = 3;
      const overlapped = new OverlapSet();
      overlapped.add(0);
      describeCollision(context, wave, overlapped, {
        getReportedNewest: () => 0,
        falseOverlap: 0,
        newestField: (id, current) => computeNewestField(context.gfx, id, current),
        newestForSelfOverlap: (earlier) => earlier,
        waveOf: () => undefined,
        oldest: 0,
        windowStart: 0,
      });
      return wave.overlap.newest;
    };
    expect([getNewestId('vega10', 0), getNewestId('vega10', 1), getNewestId('navi10', 1)]).toEqual([
      0, 1023, 0,
    ]);
  });

  it('U28: the collision argument either follows PA_SC_SHADER_CONTROL or is always present', () => {
    const isSupplied = (collisionSupply: number): boolean => {
      const registers = { SPI_SHADER_PGM_RSRC2_PS: 1 << 25, PA_SC_SHADER_CONTROL: 0 };
      const scenario = scene({ chip: 'mariner', draw: { registers }, freedoms: { collisionSupply } });
      return planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario)[0]
        .suppliesCollision;
    };
    expect([isSupplied(0), isSupplied(1)]).toEqual([false, true]);
  });
});
