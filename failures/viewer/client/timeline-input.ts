import type { TimelineCanvas } from './timeline-canvas.js';
import type { ViewerState } from './viewer-state.js';

/** The maximum distance that the pointer may move during a click, in pixels. */
const CLICK_PIXELS = 4;
const ZOOM_STEP = 1.5;

/**
 * Handles mouse, touch and wheel input on the timeline: a click selects, dragging moves, and the wheel scrolls the
 * rows, or zooms with Ctrl or Shift.
 */
export function listenToTimeline(timeline: TimelineCanvas, state: ViewerState): void {
  const { canvas } = timeline;
  let dragStart: { x: number; y: number; first: number; last: number } | undefined;
  let hasMoved = false;
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY, pointerId }) => {
    dragStart = { x: offsetX, y: offsetY, ...state.span };
    hasMoved = false;
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ offsetX, offsetY, movementY }) => {
    if (dragStart === undefined) return;
    hasMoved ||= Math.hypot(offsetX - dragStart.x, offsetY - dragStart.y) > CLICK_PIXELS;
    if (!hasMoved) return;
    const shift = (dragStart.x - offsetX) * timeline.cyclesPerPixel;
    state.show(dragStart.first + shift, dragStart.last + shift);
    timeline.scroll(-movementY);
  });
  canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
    const isClick = dragStart !== undefined && !hasMoved;
    dragStart = undefined;
    if (!isClick) return;
    const cycle = Math.max(state.first, Math.round(timeline.cycleAt(offsetX)));
    const wave = timeline.waveAt(offsetX, offsetY)?.wave ?? state.selection.wave;
    state.select({ cycle, wave });
  });
  canvas.addEventListener('pointercancel', () => {
    dragStart = undefined;
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { deltaX, deltaY, ctrlKey, shiftKey, offsetX } = event;
      if (ctrlKey || shiftKey)
        state.zoom(ZOOM_STEP ** Math.sign(deltaY || deltaX), timeline.cycleAt(offsetX));
      else timeline.scroll(deltaY);
    },
    { passive: false },
  );
}
