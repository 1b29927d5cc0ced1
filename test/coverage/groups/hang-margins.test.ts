import type { Transaction } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const SMALL = { idWrap: 15, idWindow: 8, idStart: 0, exportSpace: 2, waveSlots: 2 };

const collectMargins = (...stream: Transaction[]) =>
  collectHits('hang-margins', onChip('navi21', 64, SMALL), stream);

const formed = (wave: number, id: number) => at('wave-formed', { wave, id, didOverlap: true, newest: 0 });
const launched = (wave: number) => at('wave-launched', { wave });
const missedPoll = (wave: number) => at('exiting-id-polled', { wave, id: 0 });

describe('hang-margins covergroup', () => {
  it('measures how far a new wave is from the oldest wave that has not exited', () => {
    const exit = at('section-exit', { packer: 0, id: 7 });
    const hits = collectMargins(formed(0, 0), formed(1, 4), formed(2, 6), formed(3, 8), exit, formed(4, 9));
    expect(hits.window).toEqual({ empty: 1, 'up to half': 2, 'beyond half': 1, 'last id': 1 });
  });

  it('distinguishes the last unit of export space from earlier units', () => {
    const alloc = (wave: number) => at('sx-alloc', { wave, packer: 0 });
    const hits = collectMargins(alloc(0), alloc(1), at('sx-freed', { wave: 0, packer: 0 }), alloc(2));
    expect(hits['generation x space']).toEqual({ 'gfx10.3 x room left': 1, 'gfx10.3 x last space': 2 });
  });

  it('counts running waves when a wave starts waiting, and when a launch is refused', () => {
    const twoLaunched = [formed(0, 1), formed(1, 2), formed(2, 3), launched(0), launched(1)];
    const hits = collectMargins(
      ...twoLaunched,
      missedPoll(0),
      missedPoll(1),
      missedPoll(1),
      at('launch-refused', { wave: 2 }),
    );
    expect(hits.waiter).toEqual({ 'one runs': 1, 'all wait, every slot taken': 1 });
    expect(hits.refusal).toEqual({ 'all wait, every slot taken': 1 });
    const passedPoll = at('exiting-id-polled', { wave: 0, id: 1 });
    expect(
      collectMargins(...twoLaunched, missedPoll(0), passedPoll, at('launch-refused', { wave: 2 })).refusal,
    ).toEqual({ 'several run': 1 });
  });

  const visible = (cycle: number, id: number, packer = 0) => at('exiting-id-visible', { cycle, packer, id });
  const sleep = (cycle: number) => at('slept', { cycle });
  const waiting = [formed(0, 1), launched(0), missedPoll(0)];

  it('recognises sleeps that just missed an exit', () => {
    const hits = collectMargins(...waiting, visible(10, 15), sleep(10), sleep(18), sleep(19));
    expect(hits.wake).toEqual({ 'in the same cycle': 1, 'up to 8 cycles before': 1, 'longer before': 1 });
  });

  it('does not count an exit as a wake if the wave has polled it, or on gfx9, where exits never wake waves', () => {
    expect(collectMargins(...waiting, visible(10, 0), sleep(11)).wake).toEqual({ none: 1 });
    const gfx9 = onChip('vega10', 64, SMALL);
    expect(collectHits('hang-margins', gfx9, [...waiting, visible(10, 15), sleep(10)]).wake).toBeUndefined();
  });

  it("does not count another packer's exit as a wake", () => {
    expect(collectMargins(...waiting, visible(10, 15, 1), sleep(10)).wake).toEqual({ none: 1 });
  });

  it('treats an ended wave as occupying its slot but not running', () => {
    const twoLaunched = [formed(0, 1), formed(1, 2), formed(2, 3), launched(0), launched(1)];
    const hits = collectMargins(
      ...twoLaunched,
      at('wave-ended'),
      missedPoll(1),
      at('launch-refused', { wave: 2 }),
    );
    expect(hits.waiter).toEqual({ 'all wait, every slot taken': 1 });
    expect(hits.refusal).toEqual({ 'all wait, every slot taken': 1 });
    const refused = at('launch-refused', { wave: 2 });
    expect(
      collectMargins(...twoLaunched, at('wave-ended'), at('wave-ended', { wave: 1 }), refused).refusal,
    ).toBeUndefined();
  });

  it('counts the slots of background waves as taken', () => {
    const allocated = at('background-allocated', { wave: 9, slot: 1 });
    const hits = collectMargins(allocated, formed(0, 1), launched(0), missedPoll(0));
    expect(hits.waiter).toEqual({ 'all wait, every slot taken': 1 });
  });
});
