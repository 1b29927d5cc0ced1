import type { PlayError, PlayResult, PlayTest } from '../play-test.js';
import { getText } from './dom.js';

/**
 * Runs tests in a worker, one at a time. Of the tests requested during a run, only the latest is run next.
 */
export class Runner {
  private worker: Worker | undefined;
  private isBusy = false;
  private next: PlayTest | undefined;
  private readonly address: Promise<string>;

  constructor(
    private readonly onResult: (result: PlayResult | PlayError) => void,
    private readonly onBusy: (isBusy: boolean) => void,
  ) {
    this.address = createCodeUrl();
  }

  run(test: PlayTest): void {
    this.next = test;
    if (!this.isBusy) void this.begin();
  }

  /** Stops the current run; the next test loads the model again. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.next = undefined;
    this.setBusy(false);
  }

  private async begin(): Promise<void> {
    this.setBusy(true);
    this.worker ??= await this.start();
    const test = this.next;
    this.next = undefined;
    if (test === undefined) this.setBusy(false);
    else this.worker.postMessage(test);
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(await this.address);
    worker.postMessage({ corpus: getBytes('corpus-data'), viewer: JSON.parse(getText('viewer-code')) });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<PlayResult | PlayError | { readonly ready: true }>) => {
        if ('ready' in data) return;
        this.onResult(data);
        if (this.next === undefined) this.setBusy(false);
        else void this.begin();
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

function getBytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(getText(id)), (char) => char.charCodeAt(0));
}

/** Creates a URL for the worker's code, which is embedded in the page as base64-encoded gzip. */
async function createCodeUrl(): Promise<string> {
  const code = new Blob([getBytes('worker-code')]).stream().pipeThrough(new DecompressionStream('gzip'));
  return URL.createObjectURL(new Blob([await new Response(code).text()], { type: 'text/javascript' }));
}
