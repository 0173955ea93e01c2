import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { chromiumArguments, findChromium } from '#server-testing/chromium.ts'
import { startApp } from '../e2e/support/app-process.ts'
import { lookAtMiddle, seedBoard, signUpOwner } from './canvas/boards.ts'
import { markdown, median, percentile } from './canvas/figures.ts'

/**
 * What a difference on hover costs the page: the time that its main thread computes from the pointer's arrival on a line to
 * the difference on the screen, on a small board and on a large one. Prints a table in Markdown.
 */
const sizes = [100, 10_000]
const hovers = 20
const longestWaitMs = 10_000
const settleMs = 5_000

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-lineage-'))
const app = await startApp(dataDir, { SKETCH_THREADS: '1' })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
const owner = await signUpOwner(app.url)
const context = await browser.newContext({
  baseURL: app.url,
  viewport: { width: 1440, height: 900 },
  storageState: await owner.api.storageState(),
})

/** Milliseconds for which the page's main thread has computed: what it waits for others is not in it. */
async function computedMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

/** A point on each line in view that nothing covers. */
const pointsOnLines = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<SVGPathElement>('[data-layer="below"] .branch-reach')].flatMap((path) => {
      const length = path.getTotalLength()
      const matrix = path.getScreenCTM()
      const points = Array.from({ length: 40 }, (_, part) =>
        path.getPointAtLength((length * part) / 40).matrixTransform(matrix ?? undefined),
      )
      return points
        .filter(({ x, y }) => document.elementFromPoint(x, y)?.parentElement === path.parentElement)
        .slice(0, 1)
        .map(({ x, y }) => ({ x, y }))
    }),
  )

/**
 * Ends with the frame after the one in which the difference has come. Watched from inside: a tool that asks the page again
 * and again computes more than the page does.
 */
const differenceShown = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!document.querySelector('.difference')) return
          watch.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        })
        watch.observe(document.body, { childList: true, subtree: true })
      }),
  )

/** Opens a board and points at its lines, one after the other. */
async function measureHovers(projectId: string): Promise<number[]> {
  await lookAtMiddle(owner, projectId)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`/project/${projectId}`)
  await page.locator('[data-connector]').first().waitFor({ state: 'attached', timeout: longestWaitMs })
  // Until the board is whole and drawn, the page has other things to compute.
  await page.waitForFunction(() => !document.querySelector('.canvas-tiles[data-incomplete]'))
  await page.waitForTimeout(settleMs)
  const points = await pointsOnLines(page)
  if (points.length === 0) throw new Error('No line is in view.')
  const popover = page.getByRole('dialog', { name: 'What changed' })
  const found: number[] = []
  // The first one loads what the others need.
  for (let turn = 0; turn <= hovers; turn++) {
    const { x, y } = points[turn % points.length] ?? { x: 0, y: 0 }
    const shown = differenceShown(page)
    const before = await computedMs(session)
    await page.mouse.move(x, y)
    await shown
    const after = await computedMs(session)
    if (turn > 0) found.push(after - before)
    await page.mouse.move(4, 450)
    await popover.waitFor({ state: 'detached', timeout: longestWaitMs })
  }
  await page.close()
  return found
}

/** A prompt of about the most words that are still compared one by one. */
const longest = (letter: string) => Array.from({ length: 490 }, (_, place) => `${letter}${place % 9}`).join(' ')

const rows = []
for (const cards of sizes) {
  const found = await measureHovers(await seedBoard(dataDir, owner.email, cards, 'shared'))
  rows.push({ cards, 'computed p50 ms': median(found).toFixed(1), 'p95 ms': percentile(found, 0.95).toFixed(1) })
}
const [small, large] = rows.map((row) => Number(row['computed p50 ms']))
console.log(`\n${markdown(rows)}\n`)
console.log(`The large board takes ${((large ?? 0) / (small ?? 1)).toFixed(2)} × what the small one does.`)

const worst = Array.from({ length: 10 }, () => {
  const start = performance.now()
  textDifference(longest('a'), longest('b'))
  return performance.now() - start
})
console.log(`Two prompts of 490 words, with nothing in common but their spaces: ${median(worst).toFixed(1)} ms.`)

await browser.close()
await owner.api.dispose()
await app.stop()
await rm(dataDir, { recursive: true, force: true })
