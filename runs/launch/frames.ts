import { createHash } from 'node:crypto';
import { bytesMax, sizeText } from '../../base/input/index.js';

/** From a worker: its greeting, that it still runs a task, and what became of one; to a worker: a task. */
export type FrameKind = 'hello' | 'alive' | 'answer' | 'task';

/** One message between a run and a worker that it launched. */
export interface Frame {
  readonly kind: FrameKind;
  /** Of the task that it is about; 0 for none. */
  readonly number: number;
  /** Base64, which is one word. */
  readonly body: string;
}

/** Begins a line that is a frame. Whatever else a login or a launcher prints is none. */
const MARK = 'pops-tb-frame';
const FRAME = new RegExp(`^${MARK} (hello|alive|answer|task) (\\d{1,15}) ([0-9a-f]{16}) ([A-Za-z0-9+/=]*)$`);

/** Characters of a line that is no frame, of which no more are of interest. */
const STRAY_MAX = 4096;
/** Of a line beyond its body. */
const HEAD_MAX = 128;

/** A frame as text: a line of its own, also where something was printed before it without a line end. */
export function frameText(frame: Frame): string {
  const { kind, number, body } = frame;
  return `\n${MARK} ${kind} ${number} ${sumOf(frame)} ${body}\n`;
}

/** Damage shows: what was printed in the middle of a frame is no part of a result. */
function sumOf({ kind, number, body }: Frame): string {
  return createHash('sha256').update(`${kind} ${number} ${body}`).digest('hex').slice(0, 16);
}

/** Who reads a stream of frames. */
export interface FrameListener {
  readonly onFrame: (frame: Frame) => void;
  /** Told of each line that is no frame, cut where it is long. */
  readonly onStray: (line: string) => void;
  /** Told where a line begins as a frame and is none, and where it is longer than any frame. */
  readonly onBroken: (why: string) => void;
}

/** Finds the frames in what comes from a stream, piece by piece; holds no more than one frame. */
export class FrameReader {
  private pieces: string[] = [];
  private length = 0;
  /** The first characters of the line. */
  private head = '';

  constructor(private readonly listener: FrameListener) {}

  push(text: string): void {
    const [rest, ...lines] = text.split('\n');
    this.hold(rest!);
    for (const line of lines) {
      this.endLine();
      this.hold(line);
    }
  }

  private hold(piece: string): void {
    this.length += piece.length;
    this.head = (this.head + piece.slice(0, MARK.length)).slice(0, MARK.length);
    const mayBeFrame = MARK.startsWith(this.head);
    const most = mayBeFrame ? bytesMax('queueText') + HEAD_MAX : STRAY_MAX;
    if (this.length <= most) this.pieces.push(piece);
    else if (mayBeFrame) this.listener.onBroken(`sent more than ${sizeText(most)} in one line`);
  }

  private endLine(): void {
    const line = this.pieces.join('').replace(/\r$/, '');
    this.pieces = [];
    this.length = 0;
    this.head = '';
    if (line === '') return;
    const [, kind, number, sum, body] = FRAME.exec(line) ?? [];
    if (kind === undefined) {
      if (line.startsWith(MARK)) this.listener.onBroken('sent a damaged frame');
      else this.listener.onStray(line);
      return;
    }
    const frame = { kind: kind as FrameKind, number: Number(number), body: body! };
    if (sumOf(frame) === sum) this.listener.onFrame(frame);
    else this.listener.onBroken('sent a damaged frame');
  }
}
