import type { Transaction } from '../../../transactions/index.js';
import {
  type EventFilter,
  filterEvents,
  parseWitnessSteps,
  type WitnessStep,
} from '../../timeline/events.js';
import type { RunTimeline } from '../../timeline/run-timeline.js';
import { countUpTo } from '../../timeline/snapshots.js';
import type { ViewerData } from '../viewer-data.js';

/** The selection that all views follow: a cycle, a wave, a pixel, and the current step of the witness. */
export interface Selection {
  readonly cycle: number;
  readonly wave: number | undefined;
  /** In the form `x,y`. */
  readonly pixel: string | undefined;
  readonly step: number | undefined;
}

/** The cycles shown on the timeline. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const MIN_SPAN = 8;

/** The state of the entire page. Views redraw when it changes. */
export class ViewerState {
  selection: Selection;
  span: Span;
  /** The first cycle that can be shown. */
  readonly first: number;
  /** The last cycle that can be shown. */
  readonly last: number;
  filter: EventFilter = {};
  /** The filtered events in chronological order. */
  events: readonly Transaction[];
  readonly steps: readonly WitnessStep[];
  private readonly views: { readonly draw: () => void; readonly followsSpan: boolean }[] = [];
  private pending: 'nothing' | 'span' | 'all' = 'nothing';

  constructor(
    readonly timeline: RunTimeline,
    readonly data: ViewerData,
  ) {
    const [violation] = data.violations;
    const { window } = data;
    const wave = violation?.place.wave ?? data.cast[0] ?? timeline.waves[0]?.wave;
    const pixel = violation?.place.pixel?.join(',');
    const startCycle = violation?.cycle ?? window?.first ?? timeline.first;
    this.selection = { cycle: startCycle, wave, pixel, step: undefined };
    this.first = timeline.first;
    this.last = Math.max(timeline.last, this.first + MIN_SPAN);
    this.span = {
      first: Math.max(this.first, window?.first ?? 0),
      last: Math.min(this.last, window?.last ?? Infinity),
    };
    this.steps = violation === undefined ? [] : parseWitnessSteps(violation.steps);
    this.events = filterEvents(timeline, this.filter);
  }

  /**
   * Adds a view. `draw` is called in the next frame, and again whenever the selection or the filter changes. With
   * `followsSpan`, it is also called when the visible cycles change.
   */
  onChange(draw: () => void, followsSpan = false): void {
    this.views.push({ draw, followsSpan });
    this.scheduleDraw('all');
  }

  /** Changes the selection, scrolling the timeline if the cycle would not be visible. */
  select(change: Partial<Selection>): void {
    this.selection = { ...this.selection, step: undefined, ...change };
    const { cycle } = this.selection;
    const { first, last } = this.span;
    if (cycle < first || cycle > last) this.show(cycle - (last - first) / 2, cycle + (last - first) / 2);
    this.scheduleDraw('all');
  }

  /** Shows a range of cycles on the timeline, clamped to the run. */
  show(first: number, last: number): void {
    const fullLength = this.last - this.first;
    const length = Math.min(fullLength, Math.max(MIN_SPAN, last - first));
    const start = Math.min(Math.max(first, this.first), this.last - length);
    this.span = { first: start, last: start + length };
    this.scheduleDraw('span');
  }

  /** Redraws the views that follow the visible cycles, in the next frame. */
  redraw(): void {
    this.scheduleDraw('span');
  }

  /** Zooms around a cycle. A factor below one zooms in. */
  zoom(factor: number, around = this.selection.cycle): void {
    const { first, last } = this.span;
    this.show(around - (around - first) * factor, around + (last - around) * factor);
  }

  /** Sets the filter for the events and the timeline's waves. */
  setFilter(filter: EventFilter): void {
    this.filter = filter;
    this.events = filterEvents(this.timeline, filter);
    this.scheduleDraw('all');
  }

  /** Selects the nearest filtered event before or after the selected cycle. Returns false if there is none. */
  goToEvent(direction: 1 | -1): boolean {
    const { cycle, wave } = this.selection;
    const index = direction === 1 ? countUpTo(this.events, cycle) : countUpTo(this.events, cycle - 1) - 1;
    const event = this.events[index];
    if (event === undefined) return false;
    this.select({ cycle: event.cycle, wave: 'wave' in event ? event.wave : wave });
    return true;
  }

  /** Goes to a step of the witness. The step after the last one is the violation. */
  goToStep(step: number): void {
    const witnessStep = this.steps[step];
    if (witnessStep === undefined) {
      if (step === this.steps.length) this.goToViolation();
      return;
    }
    const { cycle = this.selection.cycle, wave = this.selection.wave } = witnessStep;
    this.select({ cycle, wave, step });
  }

  /** Goes to the first violation, if there is one. */
  goToViolation(): void {
    const [violation] = this.data.violations;
    if (violation === undefined) return;
    const { wave, pixel } = violation.place;
    this.select({
      cycle: violation.cycle,
      wave: wave ?? this.selection.wave,
      pixel: pixel?.join(',') ?? this.selection.pixel,
    });
  }

  private scheduleDraw(scope: 'span' | 'all'): void {
    if (this.pending === 'nothing')
      requestAnimationFrame(() => {
        const isAll = this.pending === 'all';
        this.pending = 'nothing';
        for (const { draw, followsSpan } of this.views) if (isAll || followsSpan) draw();
      });
    if (this.pending !== 'all') this.pending = scope;
  }
}
