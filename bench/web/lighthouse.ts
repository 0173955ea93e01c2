import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromiumArguments, findChromium } from '#server-testing/chromium.ts'
import { median } from '../figures.ts'

/** It weighs more than the whole project with its tools, so it is fetched when it is used. */
const lighthouse = 'lighthouse@13.5.0'

/** Scores from 0 to 100, and the figures behind them; the middle one of several rounds each. */
export type Audited = {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
}

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null } | undefined>>
  readonly audits: Readonly<
    Record<
      string,
      { readonly numericValue?: number; readonly score: number | null; readonly title: string } | undefined
    >
  >
}

/** Runs Lighthouse as it measures a phone. `headers` is a JSON file of headers that go with every request. */
async function run(url: string, headers: string | undefined): Promise<Report> {
  const child = spawn(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--chrome-flags=${chromiumArguments.join(' ')}`,
      ...(headers ? [`--extra-headers=${headers}`, '--disable-storage-reset'] : []),
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}.`)
  return JSON.parse(said) as Report
}

/** Measures a page several times. What costs points is printed to stderr. */
export async function audit(url: string, { rounds, headers }: { rounds: number; headers?: string }): Promise<Audited> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round++) reports.push(await run(url, headers))
  for (const each of Object.values(reports.at(-1)?.audits ?? {}))
    if (each && each.score !== null && each.score < 0.9) console.error(`${url}: ${each.title} (${each.score})`)
  const score = (category: string) =>
    Math.round(median(reports.map(({ categories }) => 100 * (categories[category]?.score ?? 0))))
  const figure = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
  }
}
