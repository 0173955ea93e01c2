type FanOut = {
  readonly eventsPerSecond: number
  readonly online: number
  readonly everybody: number
  readonly processes: number
  readonly channels: number
  /** Where a person's stream is: in any process, or in the one that their channel leads to. */
  readonly routing: 'any' | 'by channel'
}

/** Events that are looked at. */
const sample = 20_000
/** Who has a page open makes most of the pictures. */
const shareOfOnline = 0.9

/** Who hears of an event: each process that listens on its channel. @returns Notices a second for each process, and the share that one of its streams wants. */
export function simulateFanOut(
  { eventsPerSecond, online, everybody, processes, channels, routing }: FanOut,
  random: () => number,
): { heard: number; useful: number } {
  let heard = 0
  let wanted = 0
  const peopleOfProcess = online / processes
  for (let event = 0; event < sample; event++) {
    const isOnline = random() < Math.max(shareOfOnline, online / everybody)
    if (isOnline) wanted += 1
    // With this many people a process has somebody on every channel, unless channels lead to processes.
    const listeners = routing === 'by channel' ? 1 : Math.min(1, (peopleOfProcess / channels) * 10) * processes
    heard += listeners
  }
  const perEvent = heard / sample
  return { heard: (perEvent * eventsPerSecond) / processes, useful: wanted / sample / perEvent }
}
