import type { ViewerState } from './viewer-state.js';

/** Milliseconds between events, long enough to see what changed. */
const PERIOD_MS = 700;

/** Steps through the events automatically, from the cursor to the last one. */
export class Player {
  #timer: number | undefined;

  constructor(
    private readonly state: ViewerState,
    private readonly button: HTMLElement,
  ) {}

  /** Starts playing, or stops at the current event. */
  toggle(): void {
    if (this.#timer === undefined) this.#timer = window.setInterval(() => this.#next(), PERIOD_MS);
    else this.#stop();
    this.#show();
  }

  #next(): void {
    if (!this.state.goToEvent(1)) this.#stop();
    this.#show();
  }

  #stop(): void {
    window.clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #show(): void {
    const isPlaying = this.#timer !== undefined;
    this.button.textContent = isPlaying ? '❚❚ Pause' : '▶ Play';
    this.button.setAttribute('aria-pressed', `${isPlaying}`);
  }
}
