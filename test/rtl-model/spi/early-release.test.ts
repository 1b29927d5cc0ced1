import { buildScene, getFinalWords, getTransactions } from '../support/run-program.js';

const WAVES = 24;
const STORE_CYCLES = 1500;

/** Returns a program with a slow store, followed by `dealloc`, which may be empty. */
const buildSource = (dealloc: string): string => `
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  v_mov_b32_e32 v2, 7
  s_mov_b64 exec, 1
  global_store_b32 v[0:1], v2, off${dealloc}
  s_endpgm`;

const DEALLOC = '\n  s_nop 0\n  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)';

/** Returns a scene with more waves than SIMDs, in which each SIMD has enough VGPRs for only one wave. */
const makeScene = (dealloc: string) =>
  buildScene(buildSource(dealloc), {
    chip: 'navi31',
    draws: WAVES,
    freedoms: { waveSlots: 64, registerRows: 24, storeLatency: [STORE_CYCLES, STORE_CYCLES] },
  });

describe('MSG_DEALLOC_VGPRS', () => {
  it('releases VGPRs while stores are outstanding, and other resources once they have completed', () => {
    const scene = makeScene(DEALLOC);
    const released = getTransactions(scene, 'vgprs-released');
    const freed = getTransactions(scene, 'resource-released');
    expect(released).toHaveLength(WAVES);
    expect(freed[0]!.cycle - released[0]!.cycle).toBeGreaterThan(STORE_CYCLES / 2);
  });

  it('discards the contents of VGPRs', () => {
    const getStoredWord = (dealloc: string): number =>
      getFinalWords(
        buildScene(
          `${buildSource(dealloc).replace('s_endpgm', '')}
  global_store_b32 v[0:1], v2, off offset:4
  s_endpgm`,
          { chip: 'navi31' },
        ),
      )[1];
    expect(getStoredWord('')).toBe(7);
    const releaseFirst = `
  s_nop 0
  s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0`;
    expect(getStoredWord(releaseFirst)).not.toBe(7);
  });

  it('releases VGPRs only once, no matter how often it is sent', () => {
    const released = getTransactions(makeScene(DEALLOC + DEALLOC), 'vgprs-released').map(({ wave }) => wave);
    expect(released.sort((a, b) => a - b)).toEqual(Array.from({ length: WAVES }, (_, wave) => wave));
  });

  it('lets younger waves launch if they are only waiting for registers', () => {
    const findLastLaunch = (dealloc: string): number =>
      Math.max(...getTransactions(makeScene(dealloc), 'wave-launched').map(({ cycle }) => cycle));
    expect(findLastLaunch('')).toBeGreaterThan(STORE_CYCLES);
    expect(findLastLaunch(DEALLOC)).toBeLessThan(STORE_CYCLES);
  });
});
