import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** A packer's exit tracker, which counts exits and publishes its progress to polls. */
export interface TrackerBoundary {
  /** The number of the tracker's packer. */
  readonly packer: number;
  /** The sequence number that is visible to polls. */
  shown: number;
  /** The first id that polls can read, and the last one before ids wrap around. */
  readonly shownIds: { readonly idWrap: number; readonly idStart: number };
  /** Counts the exit of a wave. A second exit of the same wave has no effect. */
  exit: (wave: Wave) => void;
  /** Makes the id of the wave with the given sequence number (the oldest that has not exited) visible to polls. */
  show: (sequence: number) => void;
  /** The sequence number of the oldest wave that has not exited. */
  readonly oldest: number;
  /** The sequence number at which the id window starts. */
  readonly windowStart: number;
  /** Moves the start of the id window to the given sequence number (S-035). */
  moveWindow: (start: number) => void;
  /** Schedules the new value of `oldest` to become visible to polls. */
  send: () => void;
  /** Makes a value in flight visible to polls. */
  arrive: () => void;
}

/** Faults in exit tracking. */
export const TRACKER_FAULTS: FaultTable<TrackerBoundary> = {
  F02: ({ shownIds }) => ({ shownIds: { ...shownIds, idWrap: shownIds.idWrap - 1 } }),
  F45: (tracker) => {
    const { exit, show } = getOriginalMethods(tracker);
    let afterYoungest = 0;
    return {
      exit: (wave) => {
        afterYoungest = Math.max(afterYoungest, wave.sequence + 1);
        exit(wave);
      },
      show: (oldest) => show(Math.max(oldest, afterYoungest)),
    };
  },
  F46: (tracker) => {
    const { show } = getOriginalMethods(tracker);
    return { shown: tracker.shown + 1, show: (oldest) => show(oldest + 1) };
  },
  F51: (tracker) => {
    const { exit, show } = getOriginalMethods(tracker);
    let messagesWithoutPacker = 0;
    return {
      exit: (wave) => {
        if (!wave.section.exited && wave.section.messageSent && !wave.section.messageHasPacker)
          messagesWithoutPacker++;
        exit(wave);
      },
      show: (oldest) => show(oldest + messagesWithoutPacker),
    };
  },
  F240: (tracker, context) => {
    const { exit, show } = getOriginalMethods(tracker);
    let shownCycle = -1;
    return {
      exit: (wave) => {
        if (shownCycle !== context.now) exit(wave);
      },
      show: (oldest) => {
        shownCycle = context.now;
        show(oldest);
      },
    };
  },
  F243: (tracker) => {
    const send = tracker.send.bind(tracker);
    const arrive = tracker.arrive.bind(tracker);
    let isInFlight = false;
    return {
      send: () => {
        if (!isInFlight) send();
        isInFlight = true;
      },
      arrive: () => {
        isInFlight = false;
        arrive();
      },
    };
  },
  F244: (tracker) => {
    const { exit } = getOriginalMethods(tracker);
    const moveWindow = tracker.moveWindow.bind(tracker);
    return {
      exit: (wave) => {
        exit(wave);
        if (tracker.oldest > tracker.windowStart) moveWindow(tracker.oldest);
      },
      moveWindow: (start) => {
        if (start > tracker.windowStart) moveWindow(start);
      },
    };
  },
};

function getOriginalMethods(tracker: TrackerBoundary): Pick<TrackerBoundary, 'exit' | 'show'> {
  return { exit: tracker.exit.bind(tracker), show: tracker.show.bind(tracker) };
}

/** The path that exits take from waves to their trackers. */
export interface ExitPathBoundary {
  readonly trackers: readonly { exitNext: (wave: Wave) => void }[];
  /** Called when the wave has issued its exit. */
  send: (wave: Wave) => void;
  /** Handles an `EXIT_ARRIVES` event. */
  arrive: (wave: Wave) => void;
  /** Called when a message reaches the tracker. */
  takeMessage: (wave: Wave) => void;
  /** Called when the wave's program has ended. */
  waveEnded: (wave: Wave) => void;
  /** Whether an ending wave did not participate in ordering, and therefore counts as exited (U3). */
  skippedOrdering: (wave: Wave) => boolean;
  /** Counts the exit of the wave. */
  count: (wave: Wave) => void;
  /** Called when the wave's exit has been counted. Decrements the pending count of each wave that overlaps it. */
  counted: (wave: Wave) => void;
}

const SHORT_QUEUE = 4;

/** Number of messages per cycle that a faulty tracker can accept. It drops the rest. */
const TRACKER_PORTS = 2;

/** Faults on the path to the exit tracker. */
export const EXIT_PATH_FAULTS: FaultTable<ExitPathBoundary> = {
  F47: () => ({ skippedOrdering: () => false }),
  F48: (path, context) => {
    const takeMessage = path.takeMessage.bind(path);
    let lastCycle = -1;
    return {
      takeMessage: (wave) => {
        if (lastCycle !== context.now) takeMessage(wave);
        lastCycle = context.now;
      },
    };
  },
  F49: (path) => ({
    waveEnded: (wave) => {
      if (wave.group === undefined) path.count(wave);
    },
  }),
  F50: (path) => {
    const takeMessage = path.takeMessage.bind(path);
    return {
      takeMessage: (wave) => {
        const isFirst = !wave.section.messageArrived;
        takeMessage(wave);
        if (isFirst && wave.section.messageArrived) path.trackers[wave.packer].exitNext(wave);
      },
    };
  },
  F166: dropWhenFull,
  F239: (path, context) => {
    const takeMessage = path.takeMessage.bind(path);
    let lastCycle = -1;
    let messageCount = 0;
    return {
      takeMessage: (wave) => {
        messageCount = lastCycle === context.now ? messageCount + 1 : 1;
        lastCycle = context.now;
        if (messageCount <= TRACKER_PORTS) takeMessage(wave);
      },
    };
  },
  F260: (path) => {
    const count = path.count.bind(path);
    const counted = path.counted.bind(path);
    return {
      count: (wave) => {
        if (!wave.section.exited) count(wave);
      },
      counted: (wave) => {
        const alreadyArrived = wave.overlap.dependents.filter((younger) => younger.section.messageArrived);
        counted(wave);
        for (const younger of alreadyArrived) path.count(younger);
      },
    };
  },
  F246: (path, context) => {
    const counted = path.counted.bind(path);
    const lastNotified = new WeakMap<Wave, number>();
    return {
      counted: (wave) => {
        const { dependents } = wave.overlap;
        const notified = dependents.filter((younger) => lastNotified.get(younger) !== context.now);
        for (const younger of notified) lastNotified.set(younger, context.now);
        dependents.splice(0, dependents.length, ...notified);
        counted(wave);
      },
    };
  },
};

/** Drops messages that arrive when the queue is full (U2). */
function dropWhenFull(path: ExitPathBoundary): Partial<ExitPathBoundary> {
  const { send, arrive, takeMessage } = path;
  let inFlight = 0;
  return {
    send: (wave) => {
      inFlight++;
      send.call(path, wave);
    },
    arrive: (wave) => {
      arrive.call(path, wave);
      inFlight--;
    },
    takeMessage: (wave) => {
      if (inFlight < SHORT_QUEUE) takeMessage.call(path, wave);
    },
  };
}
