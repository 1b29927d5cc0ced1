import type { PlayError, PlayResult, PlayTest } from '../play-test.js';
import { getText } from './dom.js';

/** Runs tests in a worker, one at a time. If several are requested during a run, only the last of them runs next. */
export class Runner {
  private worker: Worker | undefined;
  private isBusy = false;
  private next: PlayTest | undefined;
  private readonly codeUrl: Promise<string>;

  constructor(
    private readonly onResult: (result: PlayResult | PlayError) => void,
    private readonly onBusy: (isBusy: boolean) => void,
  ) {
    this.codeUrl = createCodeUrl();
  }

  run(test: PlayTest): void {
    this.next = test;
    if (!this.isBusy) void this.runNext();
  }

  /** Stops the current run; the next test reloads the model. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.next = undefined;
    this.setBusy(false);
  }

  private async runNext(): Promise<void> {
    this.setBusy(true);
    this.worker ??= await this.startWorker();
    const test = this.next;
    this.next = undefined;
    if (test === undefined) this.setBusy(false);
    else this.worker.postMessage(test);
  }

  private async startWorker(): Promise<Worker> {
    const worker = new Worker(await this.codeUrl);
    worker.postMessage({ corpus: readBytes('corpus-data'), viewer: JSON.parse(getText('viewer-code')) });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<PlayResult | PlayError | { readonly ready: true }>) => {
        if ('ready' in data) return;
        this.onResult(data);
        if (this.next === undefined) this.setBusy(false);
        else void this.runNext();
      },
    );
    worker.addEventListener('error', ({ message }) => {
      this.stop();
      this.onResult({ error: `The model stopped: ${message}` });
    });
    return worker;
  }

  private setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    this.onBusy(isBusy);
  }
}

function readBytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(getText(id)), (char) => char.charCodeAt(0));
}

/** Creates a URL for the worker's code, which is embedded in the page as base64-encoded gzip. */
async function createCodeUrl(): Promise<string> {
  const code = new Blob([readBytes('worker-code')]).stream().pipeThrough(new DecompressionStream('gzip'));
  return URL.createObjectURL(new Blob([await new Response(code).text()], { type: 'text/javascript' }));
}
