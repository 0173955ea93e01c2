type Numbers = { readonly rssBytes: number; readonly handles: number }

const sampleMs = 10_000
const inFlight = 8

/** Change for each minute, by least squares. @param values One for each sample. */
export function slopePerMinute(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const over = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0)
  const under = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return (over / Math.max(1, under)) * (60_000 / sampleMs)
}

/** Runs a mixed load for some minutes and reports how memory and handles grow. The first third is warm-up and not counted. */
export async function soak(
  minutes: number,
  work: { send(turn: number): Promise<number>; numbers(): Promise<Numbers>; say(text: string): void },
): Promise<void> {
  const endAt = performance.now() + minutes * 60_000
  let sent = 0
  let failed = 0
  const run = async () => {
    while (performance.now() < endAt)
      await work.send(sent++).catch(() => {
        failed += 1
      })
  }
  const samples: Numbers[] = []
  const sample = async () => {
    while (performance.now() < endAt) {
      samples.push(await work.numbers())
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  }
  await Promise.all([sample(), ...Array.from({ length: inFlight }, run)])
  const warm = samples.slice(Math.floor(samples.length / 3))
  const memory = slopePerMinute(warm.map(({ rssBytes }) => rssBytes / 1e6))
  const handles = slopePerMinute(warm.map((numbers) => numbers.handles))
  const last = samples.at(-1)
  work.say(
    `${minutes} minutes, ${sent} requests, ${failed} failed: ${((last?.rssBytes ?? 0) / 1e6).toFixed(0)} MB (${memory.toFixed(2)} MB a minute), ${last?.handles} handles (${handles.toFixed(2)} a minute)`,
  )
}
