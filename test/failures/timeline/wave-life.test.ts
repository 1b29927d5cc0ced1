import { extractWaveLifetime, getMarkCycle, getSectionSpan } from '../../../failures/timeline/wave-life.js';
import { OTHER, scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';

const quad = { x: 0, y: 0, primitive: 0 };

/** Returns the lifetime of wave 0 in a stream. */
const getLifetime = (stream: Stream) => extractWaveLifetime(stream.scenario, stream.transactions, 0);

describe("a wave's lifetime", () => {
  it('treats the last poll as the entry unless the wave is still waiting', () => {
    const stream = new Stream(scene())
      .form([quad], { didOverlap: true })
      .setPacker(0)
      .poll(0, 5)
      .poll(0, 6, 30);
    expect(getMarkCycle(getLifetime(stream), 'entry')).toBeUndefined();
    expect(getMarkCycle(getLifetime(stream.sendMessage(0)), 'entry')).toBe(30);
  });

  it('on GFX11, puts the entry at the end of the event wait and the exit at the export with done', () => {
    const stream = new Stream(scene({ chip: 'navi31' })).form([quad]).endEventWait(0, 10).sendMessage(0);
    expect(getMarkCycle(getLifetime(stream), 'exit-sent')).toBeUndefined();
    const lifetime = getLifetime(stream.export(0));
    expect([getMarkCycle(lifetime, 'entry'), getMarkCycle(lifetime, 'exit-sent')]).toEqual([10, 12]);
  });

  it('puts the exit at the end of the wave if one instruction does both', () => {
    const lifetime = getLifetime(new Stream(scene()).form([quad]).end(0, 'end-ordered'));
    expect([getMarkCycle(lifetime, 'exit-sent'), getMarkCycle(lifetime, 'ended')]).toEqual([2, 2]);
  });

  it('reads the packer from MODE only on GFX9', () => {
    const getPackerSetCycle = (chip: 'vega10' | 'navi21', register: number, offset: number) => {
      const stream = new Stream(scene({ chip })).form([quad]);
      const write = { pc: 0, register, offset, size: 2, value: 1 };
      return getMarkCycle(
        getLifetime(stream.add({ kind: 'hwreg-written', cycle: 7, wave: 0, ...write })),
        'packer-set',
      );
    };
    expect(getPackerSetCycle('vega10', 1, 24)).toBe(7);
    expect(getPackerSetCycle('vega10', 1, 0)).toBeUndefined();
    expect(getPackerSetCycle('navi21', 1, 24)).toBeUndefined();
    expect(getPackerSetCycle('navi21', 25, 0)).toBe(7);
  });

  it("recognises the wave's exit across id wraparound, but not from an older id", () => {
    const stream = new Stream(scene({ freedoms: { idWrap: 7 } })).form([quad], { id: 7 });
    stream.showId(6).showId(7);
    expect(getMarkCycle(getLifetime(stream), 'exit-visible')).toBeUndefined();
    expect(getMarkCycle(getLifetime(stream.showId(0)), 'exit-visible')).toBe(4);
  });

  it('has a section that lasts from the issue of its first ordered access until all of them have been performed', () => {
    const stream = new Stream(scene()).form([quad]);
    stream.access({ wave: 0, base: OTHER });
    const load = stream.issue({ wave: 0, cycle: 10 });
    const store = stream.issue({ wave: 0, operation: 'store', cycle: 20 });
    stream.perform(0, load);
    expect(getSectionSpan(getLifetime(stream))).toEqual({ first: 10, last: Infinity });
    stream.perform(0, store);
    expect(getSectionSpan(getLifetime(stream))).toEqual({ first: 10, last: 22 });
  });

  it('shows the wave as asleep until it is woken', () => {
    const stream = new Stream(scene()).form([quad]);
    stream.add({ kind: 'slept', cycle: 5, wave: 0, pc: 0, duration: 1 });
    expect(getLifetime(stream).sleeps).toEqual([{ first: 5, last: Infinity }]);
    stream.add({ kind: 'woken', cycle: 9, wave: 0, by: 'exit' });
    expect(getLifetime(stream).sleeps).toEqual([{ first: 5, last: 9 }]);
  });
});
