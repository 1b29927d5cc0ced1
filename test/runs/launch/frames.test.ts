import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesMax } from '../../../base/input/limits.js';
import { type Frame, FrameReader, frameText } from '../../../runs/launch/frames.js';

/** Feeds the pieces to a reader and returns what it reported. */
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
  it('are found however the stream is split, with other output around them', () => {
    const text = `Last login\r\n> ${frameText(HELLO)}no line end${frameText(ANSWER)}pops-tb is here\n`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
        const { frames, strays, broken } = readFrames(pieces);
        expect(frames).toEqual([HELLO, ANSWER]);
        expect(strays).toEqual(['Last login', '> ', 'no line end', 'pops-tb is here']);
        expect(broken).toEqual([]);
      }),
    );
  });

  it('are read with CRLF line endings', () => {
    expect(readFrames([frameText(ANSWER).replaceAll('\n', '\r\n')]).frames).toEqual([ANSWER]);
  });

  it('are rejected if any character is changed, added or missing', () => {
    const line = frameText(ANSWER).trim();
    for (const index of line.split('').keys()) {
      for (const replacement of ['', 'x', `${line[index]}x`]) {
        const { frames } = readFrames([`${line.slice(0, index)}${replacement}${line.slice(index + 1)}\n`]);
        expect(frames).toEqual([]);
      }
    }
    expect(readFrames([`${line.slice(0, -1)}\n`]).broken).toEqual(['sent a corrupt frame']);
  });

  it('are rejected if a line is longer than any frame, while other long lines are truncated', () => {
    const piece = 'A'.repeat(2 ** 20);
    const pieces = Array.from({ length: bytesMax('queueText') / piece.length + 1 }, () => piece);
    const long = readFrames([frameText(ANSWER).trimEnd(), ...pieces]);
    expect(long.broken[0]).toMatch(/^sent more than 32.* MiB in one line$/);
    const { strays, frames } = readFrames(['x', piece, piece, frameText(ANSWER)]);
    expect(strays).toEqual(['x']);
    expect(frames).toEqual([ANSWER]);
  });
});
