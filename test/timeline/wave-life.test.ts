import { describe, expect, it } from 'vitest';
import { extractWaveLifetime, findMarkCycle, findOpenSpan } from '../../timeline/wave-life.js';
import { OTHER, scene } from '../checkers/support/scenes.js';
import { Stream } from '../checkers/support/stream.js';

const quad = { x: 0, y: 0, primitive: 0 };

/** Returns the life of a stream's wave 0. */
const getLife = (stream: Stream) => extractWaveLifetime(stream.scenario, stream.transactions, 0);

describe("a wave's life", () => {
  it('treats the last poll as the entry unless the wave is still waiting', () => {
    const stream = new Stream(scene())
      .form([quad], { didOverlap: true })
      .setPacker(0)
      .poll(0, 5)
      .poll(0, 6, 30);
    expect(findMarkCycle(getLife(stream), 'entry')).toBeUndefined();
    expect(findMarkCycle(getLife(stream.message(0)), 'entry')).toBe(30);
  });

  it('on GFX11, puts the entry at the end of the event wait and the exit at the export with done', () => {
    const stream = new Stream(scene({ chip: 'navi31' })).form([quad]).eventWait(0, 10).message(0);
    expect(findMarkCycle(getLife(stream), 'exit-sent')).toBeUndefined();
    const life = getLife(stream.exportDone(0));
    expect([findMarkCycle(life, 'entry'), findMarkCycle(life, 'exit-sent')]).toEqual([10, 12]);
  });

  it('puts the exit at the end of a wave that uses the combined exit', () => {
    const life = getLife(new Stream(scene()).form([quad]).end(0, 'end-ordered'));
    expect([findMarkCycle(life, 'exit-sent'), findMarkCycle(life, 'ended')]).toEqual([2, 2]);
  });

  it('reads the packer from MODE only on GFX9', () => {
    const packerSetCycle = (chip: 'vega10' | 'navi21', register: number, offset: number) => {
      const stream = new Stream(scene({ chip })).form([quad]);
      const write = { pc: 0, register, offset, size: 2, value: 1 };
      return findMarkCycle(
        getLife(stream.add({ kind: 'hwreg-written', cycle: 7, wave: 0, ...write })),
        'packer-set',
      );
    };
    expect(packerSetCycle('vega10', 1, 24)).toBe(7);
    expect(packerSetCycle('vega10', 1, 0)).toBeUndefined();
    expect(packerSetCycle('navi21', 1, 24)).toBeUndefined();
    expect(packerSetCycle('navi21', 25, 0)).toBe(7);
  });

  it("recognises the wave's exit across id wraparound, but not from an older id", () => {
    const stream = new Stream(scene({ freedoms: { idWrap: 7 } })).form([quad], { id: 7 });
    stream.visible(6).visible(7);
    expect(findMarkCycle(getLife(stream), 'exit-visible')).toBeUndefined();
    expect(findMarkCycle(getLife(stream.visible(0)), 'exit-visible')).toBe(4);
  });

  it('has a section from the first ordered access issued to the last one performed', () => {
    const stream = new Stream(scene()).form([quad]);
    stream.access({ wave: 0, base: OTHER });
    const load = stream.issue({ wave: 0, cycle: 10 });
    const store = stream.issue({ wave: 0, operation: 'store', cycle: 20 });
    stream.perform(0, load);
    expect(findOpenSpan(getLife(stream))).toEqual({ first: 10, last: Infinity });
    stream.perform(0, store);
    expect(findOpenSpan(getLife(stream))).toEqual({ first: 10, last: 22 });
  });

  it('shows the wave as asleep until it is woken', () => {
    const stream = new Stream(scene()).form([quad]);
    stream.add({ kind: 'slept', cycle: 5, wave: 0, pc: 0, duration: 1 });
    expect(getLife(stream).sleeps).toEqual([{ first: 5, last: Infinity }]);
    stream.add({ kind: 'woken', cycle: 9, wave: 0, by: 'exit' });
    expect(getLife(stream).sleeps).toEqual([{ first: 5, last: 9 }]);
  });
});
