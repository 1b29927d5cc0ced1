import { describe, expect, it } from 'vitest';
import { drawChainPicture } from '../../../failures/picture/violation-picture.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';
import { asciiStyle, violation } from './support/pictures.js';

describe('a wait-for chain', () => {
  it("has a box for each waiter in a hang's message", () => {
    const quad = { x: 0, y: 0, primitive: 0 };
    const stream = new Stream(scene())
      .form([quad])
      .form([{ ...quad, primitive: 1 }], { didOverlap: true, newest: 0 });
    stream.setPacker(0).end(0).setPacker(1).poll(1, 0);
    const cause = { on: 'exiting-id', packer: 0, exiting: 0 } as const;
    stream.quiesce([{ unit: 'wave', index: 1, pc: stream.at.poll, cause }]);
    const hang = stream.judge().violations.find(({ rule }) => rule === 'HANG-01')!;
    expect(drawChainPicture(hang, asciiStyle(60))).toMatchInlineSnapshot(`
      [
        "  +--------------------------------------------------------+",
        "  | wave 1 (packer 0 id 1)                                 |",
        "  | polls until the exiting id passes 0; the oldest        |",
        "  | unfinished wave is wave 0 (packer 0 id 0)              |",
        "  +--------------------------------------------------------+",
        "      v waits for",
        "  +--------------------------------------------------------+",
        "  | wave 0 (packer 0 id 0)                                 |",
        "  | ended at pc 0x68 (s_endpgm) without sending its exit   |",
        "  +--------------------------------------------------------+",
      ]
    `);
  });

  it('ends where it starts if the chain is a cycle', () => {
    const steps = [
      'wave 1 (packer 0 id 1) waits',
      'packer 0 is full',
      'which is wave 1 (packer 0 id 1) again, closing the cycle',
    ];
    const picture = drawChainPicture(violation({ rule: 'HANG-01', steps }), asciiStyle(40));
    expect(picture.filter((line) => line.includes('waits for'))).toHaveLength(1);
    expect(picture.slice(-3).map((line) => line.trim())).toEqual([
      'v',
      'which is wave 1 (packer 0 id 1)',
      'again, closing the cycle',
    ]);
  });

  it('is empty for rules that do not report hangs, and for a hang whose steps are events', () => {
    const steps = ['wave 1 (packer 0 id 1) waits'];
    expect(drawChainPicture(violation({ rule: 'ORD-01', steps }), asciiStyle(80))).toEqual([]);
    expect(
      drawChainPicture(
        violation({ rule: 'HANG-03', steps: ['cycle 2: wave 1 (packer 0 id 1) is formed'] }),
        asciiStyle(80),
      ),
    ).toEqual([]);
  });
});
