import { createHash } from 'node:crypto';
import { formatByteCount, getMaxBytes } from '../../harness/input/index.js';

/** The kind of a frame. Workers send a greeting, heartbeats and task outcomes, and receive tasks. */
type FrameKind = 'hello' | 'alive' | 'answer' | 'task';

/** A message between a run and a worker that it launched. */
export interface Frame {
  readonly kind: FrameKind;
  /** The number of the task, or 0 if there is none. */
  readonly number: number;
  /** The content as base64, so it contains no spaces. */
  readonly body: string;
}

/** The prefix of every frame's line. Lines without it, such as output from a login or launcher, are not frames. */
const MAGIC = 'pops-tb-frame';
const FRAME = new RegExp(`^${MAGIC} (hello|alive|answer|task) (\\d{1,15}) ([0-9a-f]{16}) ([A-Za-z0-9+/=]*)$`);

/** How many characters to keep of a line that is not a frame. */
const MAX_STRAY = 4096;
/** The maximum length of a frame without its body, in characters. */
const MAX_HEADER = 128;

/** Formats a frame as its own line, even after output without a trailing newline. */
export function formatFrame(frame: Frame): string {
  const { kind, number, body } = frame;
  return `\n${MAGIC} ${kind} ${number} ${computeChecksum(frame)} ${body}\n`;
}

/** Computes a frame's checksum, which detects output printed in the middle of the frame. */
function computeChecksum({ kind, number, body }: Frame): string {
  return createHash('sha256').update(`${kind} ${number} ${body}`).digest('hex').slice(0, 16);
}

/** Receives a `FrameReader`'s results. */
interface FrameListener {
  readonly onFrame: (frame: Frame) => void;
  /** Called for each line that is not a frame, truncated if it is long. */
  readonly onStray: (line: string) => void;
  /** Called for a line that starts like a frame but is corrupt or too long. */
  readonly onCorrupt: (reason: string) => void;
}

/** Finds the frames in a stream that arrives in chunks. Buffers no more than one frame. */
export class FrameReader {
  private chunks: string[] = [];
  private length = 0;
  /** The first characters of the current line. */
  private head = '';

  constructor(private readonly listener: FrameListener) {}

  push(text: string): void {
    const [rest, ...lines] = text.split('\n');
    this.append(rest!);
    for (const line of lines) {
      this.endLine();
      this.append(line);
    }
  }

  private append(chunk: string): void {
    this.length += chunk.length;
    this.head = (this.head + chunk.slice(0, MAGIC.length)).slice(0, MAGIC.length);
    const mayBeFrame = MAGIC.startsWith(this.head);
    const maxLength = mayBeFrame ? getMaxBytes('queueText') + MAX_HEADER : MAX_STRAY;
    if (this.length <= maxLength) this.chunks.push(chunk);
    else if (mayBeFrame) this.listener.onCorrupt(`sent more than ${formatByteCount(maxLength)} in one line`);
  }

  private endLine(): void {
    const line = this.chunks.join('').replace(/\r$/, '');
    this.chunks = [];
    this.length = 0;
    this.head = '';
    if (line === '') return;
    const [, kind, number, checksum, body] = FRAME.exec(line) ?? [];
    if (kind === undefined) {
      if (line.startsWith(MAGIC)) this.listener.onCorrupt('sent a corrupt frame');
      else this.listener.onStray(line);
      return;
    }
    const frame = { kind: kind as FrameKind, number: Number(number), body: body! };
    if (computeChecksum(frame) === checksum) this.listener.onFrame(frame);
    else this.listener.onCorrupt('sent a corrupt frame');
  }
}
