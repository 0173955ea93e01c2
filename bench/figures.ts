import type { Seen } from './canvas/trace.ts'

/** The figures of a gesture. */
export type GestureFigures = {
  readonly drawnFps: number
  readonly p50: number
  readonly p95: number
  readonly longTasks: number
}

/** The figures of opening a page. Milliseconds since the navigation, megabytes, counts. */
export type PageFigures = {
  readonly firstCard: number
  readonly viewReady: number
  readonly heap: number
  readonly elements: number
  readonly cards: number
}

export const percentile = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** @param seconds The duration of the input: a page that lags behind is not rewarded for drawing on. */
export function gestureFigures({ frames, longTasks }: Seen, seconds: number): GestureFigures {
  const start = frames[0] ?? 0
  const intervals = frames.slice(1).map((at, place) => at - (frames[place] ?? 0))
  const inTime = frames.filter((at) => at - start <= seconds * 1_000)
  return {
    drawnFps: inTime.length / seconds,
    p50: percentile(intervals, 0.5),
    p95: percentile(intervals, 0.95),
    longTasks: longTasks.length,
  }
}

/** The median of each figure over several rounds. */
export function mediansOf<Figures extends Readonly<Record<string, number>>>(rounds: readonly Figures[]): Figures {
  const [first] = rounds
  if (!first) throw new Error('There was no round.')
  const names = Object.keys(first) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name] ?? 0))])) as Figures
}

/** Rows as a table in Markdown; the names of the first row's fields are the head. */
export function markdown(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n')
}
