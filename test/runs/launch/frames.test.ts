import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesMax } from '../../../base/input/limits.js';
import { type Frame, FrameReader, frameText } from '../../../runs/launch/frames.js';

/** A reader's results for these pieces. */
function readFrames(pieces: readonly string[]) {
  const frames: Frame[] = [];
  const strays: string[] = [];
  const broken: string[] = [];
  const reader = new FrameReader({
    onFrame: (frame) => frames.push(frame),
    onStray: (line) => strays.push(line),
    onBroken: (why) => broken.push(why),
  });
  for (const piece of pieces) reader.push(piece);
  return { frames, strays, broken };
}

const HELLO: Frame = { kind: 'hello', number: 0, body: 'e30=' };
const ANSWER: Frame = { kind: 'answer', number: 17, body: 'AAAA' };

describe('frames', () => {
  it('are found however the stream is cut, with any output around them', () => {
    const text = `Last login\r\n> ${frameText(HELLO)}no line end${frameText(ANSWER)}pops-tb is here\n`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, place) => text.slice(at[place], end));
        const { frames, strays, broken } = readFrames(pieces);
        expect(frames).toEqual([HELLO, ANSWER]);
        expect(strays).toEqual(['Last login', '> ', 'no line end', 'pops-tb is here']);
        expect(broken).toEqual([]);
      }),
    );
  });

  it("are read with another system's line ends", () => {
    expect(readFrames([frameText(ANSWER).replaceAll('\n', '\r\n')]).frames).toEqual([ANSWER]);
  });

  it('are broken by any changed, added or missing character', () => {
    const line = frameText(ANSWER).trim();
    for (const place of line.split('').keys()) {
      for (const replacement of ['', 'x', `${line[place]}x`]) {
        const { frames } = readFrames([`${line.slice(0, place)}${replacement}${line.slice(place + 1)}\n`]);
        expect(frames).toEqual([]);
      }
    }
    expect(readFrames([`${line.slice(0, -1)}\n`]).broken).toEqual(['sent a damaged frame']);
  });

  it('are broken by a line longer than any frame; other long lines are cut', () => {
    const piece = 'A'.repeat(2 ** 20);
    const pieces = Array.from({ length: bytesMax('queueText') / piece.length + 1 }, () => piece);
    const long = readFrames([frameText(ANSWER).trimEnd(), ...pieces]);
    expect(long.broken[0]).toMatch(/^sent more than 32.* MiB in one line$/);
    const { strays, frames } = readFrames(['x', piece, piece, frameText(ANSWER)]);
    expect(strays).toEqual(['x']);
    expect(frames).toEqual([ANSWER]);
  });
});
