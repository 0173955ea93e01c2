import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startApp } from '../e2e/support/app-process.ts'
import { desktop, launchBrowser } from '../e2e/support/person.ts'
import { seedBoard, signUpOwner } from './canvas/boards.ts'
import { gestureFigures, markdown } from './canvas/figures.ts'
import { traced, watchLongTasks } from './canvas/trace.ts'

/**
 * Drags the slider of a canvas's past from today to the first card and back, over as many events as `EVENTS`, with the whole
 * board in view and near enough for single cards. Prints how it went, in Markdown.
 */
const events = Number(process.env.EVENTS ?? 10_000)
const dragSeconds = 4
const movesPerSecond = 60

/** Drags the slider's handle from one end to the other, a move a frame. */
async function drag(page: Page, towards: 'today' | 'beginning'): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Moment' }).boundingBox()
  if (!box) throw new Error('There is no slider.')
  const [from, to] = [box.x + 8, box.x + box.width - 8]
  const at = (part: number) => (towards === 'today' ? from + (to - from) * part : to - (to - from) * part)
  const y = box.y + box.height / 2
  await page.mouse.move(at(0), y)
  await page.mouse.down()
  const moves = dragSeconds * movesPerSecond
  const startedAt = performance.now()
  for (let move = 1; move <= moves; move++) {
    const waitMs = startedAt + (move / movesPerSecond) * 1_000 - performance.now()
    if (waitMs > 0) await wait(waitMs)
    await page.mouse.move(at(move / moves), y)
  }
  await page.mouse.up()
}

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-time-'))
const app = await startApp(dataDir, { SKETCH_THREADS: '1' })
const browser = await launchBrowser()
try {
  const owner = await signUpOwner(app.url)
  const projectId = await seedBoard(dataDir, owner.email, events)
  const context = await browser.newContext({ ...desktop, storageState: await owner.api.storageState() })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.addInitScript(watchLongTasks)
  await page.goto(`${app.url}/project/${projectId}`)
  await page.getByRole('toolbar').first().waitFor()
  const rows = []
  for (const view of ['the whole board', 'single cards'] as const) {
    await page.keyboard.press(view === 'the whole board' ? 'Shift+1' : 'Mod+0'.replace('Mod', 'Control'))
    await page.waitForTimeout(2_000)
    await page.keyboard.press('t')
    await page.getByRole('slider', { name: 'Moment' }).waitFor({ timeout: 30_000 })
    await page.waitForTimeout(2_000)
    for (const towards of ['beginning', 'today'] as const) {
      const seen = await traced(page, cdp, () => drag(page, towards))
      const { drawnFps, p95, longTasks } = gestureFigures(seen, dragSeconds)
      rows.push({
        view,
        towards,
        'drawn fps': drawnFps.toFixed(1),
        'p95 ms': p95.toFixed(0),
        'tasks over 50 ms': longTasks,
      })
    }
    await page.keyboard.press('Escape')
  }
  console.log(markdown(rows))
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
