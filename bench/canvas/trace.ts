import type { CDPSession, Page } from 'playwright-core'

/** The category of the event that the display compositor writes for each drawn frame. */
const categories = 'viz,benchmark'
const drawn = 'Graphics.Pipeline.DrawAndSwap'

type TraceEvent = { readonly name: string; readonly ph: string; readonly ts: number }

/** The measurements of one recording. */
export type Seen = {
  /** When frames that changed the picture were drawn, in milliseconds. */
  readonly frames: readonly number[]
  /** Tasks of more than 50 ms on the page's main thread, in milliseconds. */
  readonly longTasks: readonly number[]
}

/** Runs before any script of a page: records the durations of its long tasks. */
export function watchLongTasks(): void {
  const seen: number[] = []
  Object.assign(globalThis, { longTasks: seen })
  new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
    entryTypes: ['longtask'],
  })
}

const takeLongTasks = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0))

/** Records what the browser draws while `act` runs. */
export async function traced(page: Page, cdp: CDPSession, act: () => Promise<void>): Promise<Seen> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  await takeLongTasks(page)
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', categories })
  await act()
  const whole = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await whole
  cdp.off('Tracing.dataCollected', collect)
  const frames = events.filter(({ name, ph }) => name === drawn && 'bBSX'.includes(ph)).map(({ ts }) => ts / 1_000)
  return { frames: frames.sort((a, b) => a - b), longTasks: await takeLongTasks(page) }
}
