import {
  type ComparedStory,
  countUpTo,
  type EventFilter,
  eventFeed,
  type ListedEvent,
  type RunStory,
  type WitnessStep,
  witnessSteps,
} from '../../../timeline/index.js';
import type { ViewerData } from '../viewer-data.js';

/** What all views show: a cycle, a wave, a pixel, and the current step of the witness. */
export interface Selection {
  readonly cycle: number;
  readonly wave: number | undefined;
  /** In the form `x,y`. */
  readonly pixel: string | undefined;
  readonly step: number | undefined;
}

/** The page's filters. */
export interface ViewerFilter extends EventFilter {
  /** Only events that just one of the two runs has. */
  readonly differing?: boolean;
}

/** Cycles shown on the timeline. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const SPAN_MIN = 8;

/** The page's single state. Views redraw when it changes. */
export class ViewerState {
  selection: Selection;
  span: Span;
  /** First and last cycle that can be shown: of both runs, if there are two. */
  readonly first: number;
  readonly last: number;
  filter: ViewerFilter = {};
  /** Filtered events in time order. */
  events: readonly ListedEvent[];
  readonly steps: readonly WitnessStep[];
  private readonly views: { readonly draw: () => void; readonly followsSpan: boolean }[] = [];
  private pending: 'nothing' | 'span' | 'all' = 'nothing';

  constructor(
    readonly story: RunStory,
    readonly data: ViewerData,
    /** The run laid over this one. */
    readonly other?: ComparedStory,
  ) {
    const [violation] = data.violations;
    const { window } = data;
    const wave = violation?.place.wave ?? data.cast[0] ?? story.waves[0]?.wave;
    const pixel = violation?.place.pixel?.join(',');
    const begin = data.other?.difference?.cycle ?? violation?.cycle ?? window?.first ?? story.first;
    this.selection = { cycle: begin, wave, pixel, step: undefined };
    this.first = Math.min(story.first, other?.story.first ?? Infinity);
    this.last = Math.max(story.last, other?.story.last ?? 0, this.first + SPAN_MIN);
    this.span = {
      first: Math.max(this.first, window?.first ?? 0),
      last: Math.min(this.last, window?.last ?? Infinity),
    };
    this.steps = violation === undefined ? [] : witnessSteps(violation.steps);
    this.events = eventFeed(story, this.filter, other);
  }

  /** Adds a view; it is drawn in the next frame, and again when the selection, the filter or the shown cycles change. */
  onChange(draw: () => void, followsSpan = false): void {
    this.views.push({ draw, followsSpan });
    this.changed('all');
  }

  /** Changes the selection, and moves the timeline if the cycle would be out of sight. */
  select(change: Partial<Selection>): void {
    this.selection = { ...this.selection, step: undefined, ...change };
    const { cycle } = this.selection;
    const { first, last } = this.span;
    if (cycle < first || cycle > last) this.show(cycle - (last - first) / 2, cycle + (last - first) / 2);
    this.changed('all');
  }

  /** Shows these cycles, within the run. */
  show(first: number, last: number): void {
    const whole = this.last - this.first;
    const length = Math.min(whole, Math.max(SPAN_MIN, last - first));
    const start = Math.min(Math.max(first, this.first), this.last - length);
    this.span = { first: start, last: start + length };
    this.changed('span');
  }

  /** Redraws views that follow the timeline in the next frame. */
  redraw(): void {
    this.changed('span');
  }

  /** Zooms around a cycle; a factor below one shows less. */
  zoom(factor: number, around = this.selection.cycle): void {
    const { first, last } = this.span;
    this.show(around - (around - first) * factor, around + (last - around) * factor);
  }

  /** Filters events, and the timeline's waves. */
  setFilter(filter: ViewerFilter): void {
    this.filter = filter;
    this.events = eventFeed(this.story, filter, this.other);
    this.changed('all');
  }

  /** Goes to the previous or next filtered event from the selection; false if there is none. */
  goToEvent(direction: 1 | -1): boolean {
    const { cycle, wave } = this.selection;
    const at = direction === 1 ? countUpTo(this.events, cycle) : countUpTo(this.events, cycle - 1) - 1;
    const event = this.events[at]?.event;
    if (event === undefined) return false;
    this.select({ cycle: event.cycle, wave: 'wave' in event ? event.wave : wave });
    return true;
  }

  /** Goes to a step of the witness; the violation follows the last. */
  goToStep(step: number): void {
    const found = this.steps[step];
    if (found === undefined) {
      if (step === this.steps.length) this.goToViolation();
      return;
    }
    const { cycle = this.selection.cycle, wave = this.selection.wave } = found;
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

  /** Goes to the first difference of the two runs, if there is one. */
  goToDifference(): void {
    const cycle = this.data.other?.difference?.cycle;
    if (cycle !== undefined) this.select({ cycle });
  }

  private changed(what: 'span' | 'all'): void {
    if (this.pending === 'nothing')
      requestAnimationFrame(() => {
        const isAll = this.pending === 'all';
        this.pending = 'nothing';
        for (const { draw, followsSpan } of this.views) if (isAll || followsSpan) draw();
      });
    if (this.pending !== 'all') this.pending = what;
  }
}
