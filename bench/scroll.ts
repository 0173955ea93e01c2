import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { startApp } from '../e2e/support/app-process.ts'
import { desktop, launchBrowser } from '../e2e/support/person.ts'
import { seedBoard, signUpOwner } from './canvas/boards.ts'
import { gestureFigures, markdown } from './canvas/figures.ts'
import { traced, watchLongTasks } from './canvas/trace.ts'

/**
 * Scrolls the assets page from the newest of `IMAGES` images, each a picture of its own, to the oldest, and once more when all
 * are listed, and prints how it went and what the page held on the way, in Markdown: the first time the list itself grows, the
 * second time nothing may. Other measurements of the browser are in bench/canvas.ts.
 */
const images = Number(process.env.IMAGES ?? 10_000)
/** A quick hand on a wheel: four screens a second. */
const pixelsPerEvent = 60
const eventsPerSecond = 60
const partSeconds = 20
const imagesPerCard = 4

/** At the end of the list, and of all that there is: the count of a list that goes on has a plus. */
const isAtEnd = (page: Page) =>
  page.evaluate(
    () =>
      scrollY + innerHeight >= document.documentElement.scrollHeight - 1 &&
      !document.querySelector('.asset-count')?.textContent?.includes('+'),
  )

/** Scrolls for a while, or to the end. @returns For how many seconds. */
async function scroll(page: Page, cdp: CDPSession): Promise<number> {
  const startedAt = performance.now()
  for (let second = 1; second <= partSeconds; second++) {
    for (let event = 0; event < eventsPerSecond; event++) {
      const waitMs = startedAt + (second - 1 + event / eventsPerSecond) * 1_000 - performance.now()
      if (waitMs > 0) await wait(waitMs)
      const at = { x: 720, y: 450, deltaX: 0, deltaY: pixelsPerEvent }
      await cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at })
    }
    if (await isAtEnd(page)) return second
  }
  return partSeconds
}

/** What the page holds, after a collection: megabytes and counts. */
async function held(page: Page, cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const counts = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    tiles: document.querySelectorAll('[data-asset]').length,
    listed: document.querySelector('.asset-count')?.textContent ?? '',
  }))
  return { 'heap MB': (usedSize / 1e6).toFixed(1), ...counts }
}

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-scroll-'))
const app = await startApp(dataDir, { SKETCH_THREADS: '1' })
const browser = await launchBrowser()
try {
  const owner = await signUpOwner(app.url)
  await seedBoard(dataDir, owner.email, images / imagesPerCard)
  const context = await browser.newContext({ ...desktop, storageState: await owner.api.storageState() })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.addInitScript(watchLongTasks)
  await page.goto(`${app.url}/assets`)
  await page.locator('[data-asset]').first().waitFor()
  const rows: Record<string, string | number>[] = [{ part: 'opened', ...(await held(page, cdp)) }]
  for (const pass of ['first', 'again']) {
    await page.evaluate(() => scrollTo({ top: 0 }))
    for (let all = 0; all === 0 || !(await isAtEnd(page)); ) {
      let seconds = 0
      const seen = await traced(page, cdp, async () => {
        seconds = await scroll(page, cdp)
      })
      all += seconds
      const { drawnFps, p95, longTasks } = gestureFigures(seen, seconds)
      const figures = { 'drawn fps': drawnFps.toFixed(1), 'p95 ms': p95.toFixed(0), 'tasks over 50 ms': longTasks }
      rows.push({ part: `${pass}, ${all} s`, ...(await held(page, cdp)), ...figures })
      console.error(`${pass}, ${all} s`)
    }
  }
  const names = Object.keys(rows.at(-1) ?? {})
  console.log(markdown(rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ''])))))
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
