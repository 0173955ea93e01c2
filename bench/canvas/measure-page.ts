import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import { type GestureFigures, gestureFigures, type PageFigures } from '../figures.ts'
import { type Button, drag, pan, type WheelRule, wheelTo, zoom } from './gestures.ts'
import { traced, watchLongTasks } from './trace.ts'

/** A page that shows a board. */
export type Subject = {
  readonly name: string
  readonly url: string
  /** Selects a visible card. */
  readonly card: string
  /** Selects what a press on the background hits. */
  readonly ground: string
  /** The button that pans there, whatever is painted at that point. */
  readonly panButton: Button
  readonly wheel: WheelRule
  /** Resets the view before every round: an application keeps the last one. */
  resetView(): Promise<void>
}

export type Measured = {
  readonly page: PageFigures
  readonly pan: GestureFigures
  readonly zoom: GestureFigures
  readonly drag: GestureFigures
}

/** A page that takes longer to show a card than this is given up. */
const loadLimitMs = 60_000
const settleMs = 1_500
const viewport = { width: 1440, height: 900 }
const middle = { x: 720, y: 450 }

type StorageState = Awaited<ReturnType<import('playwright-core').APIRequestContext['storageState']>>

/** Runs before any script of a page: records when the first card is visible and when the view has its pictures. */
function watchLoading(card: string): void {
  const seen = { firstCard: 0, viewReady: 0, isOver: false }
  Object.assign(globalThis, { loading: seen })
  let known = 0
  const look = () => {
    const shown = [...document.querySelectorAll<HTMLElement>(card)].find((node) => node.checkVisibility())
    if (shown && !seen.firstCard) seen.firstCard = performance.now()
    const pictures = [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length
    if (pictures > known) seen.viewReady = performance.now()
    known = Math.max(known, pictures)
    if (!seen.isOver) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens a subject as a signed-in user. */
export async function openSubject(
  browser: Browser,
  { subject, signedIn }: { subject: Subject; signedIn: StorageState },
) {
  await subject.resetView()
  const context = await browser.newContext({ viewport, storageState: signedIn, colorScheme: 'dark' })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.addInitScript(watchLongTasks)
  await page.addInitScript(watchLoading, subject.card)
  // A board of 100,000 cards continues to arrive for seconds after its first card. `requestfinished` or
  // `requestfailed`: Chromium reports a request as aborted whose body is read before its last, empty chunk arrives.
  const isBoard = (request: Request) => /\/projects\/[0-9a-f-]+\/board$/.test(request.url())
  const board = { predicate: isBoard, timeout: loadLimitMs }
  const wholeBoard = Promise.any([
    page.waitForEvent('requestfinished', board),
    page.waitForEvent('requestfailed', board),
  ])
  await page.goto(subject.url, { waitUntil: 'commit' })
  await page.locator(subject.card).first().waitFor({ timeout: loadLimitMs })
  await wholeBoard
  await page.waitForTimeout(settleMs)
  // Continuing to observe would slow every frame of the gestures.
  await page.evaluate(() => {
    const { loading } = globalThis as unknown as { loading: { isOver: boolean } }
    loading.isOver = true
  })
  return { context, page, cdp }
}

async function pageFigures(page: Page, cdp: CDPSession, card: string): Promise<PageFigures> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const counts = await page.evaluate((selector) => {
    const { loading } = globalThis as unknown as { loading: { firstCard: number; viewReady: number } }
    const elements = document.querySelectorAll('*').length
    const { firstCard, viewReady } = loading
    return { firstCard, viewReady, elements, cards: document.querySelectorAll(selector).length }
  }, card)
  return { ...counts, heap: usedSize / 1e6 }
}

/** Columns of the view, in pixels: from those at the right a stroke to the left stays in the window, and the other way round. */
const columns = { left: [70, 150], middle: [240, 1_200], right: [1_290, 1_360] } as const

/**
 * A point of the view where a press hits the selector: the background itself, or a card.
 * @param side The columns of the view that are looked through.
 */
export function findPoint(page: Page, selector: string, side: keyof typeof columns): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([wanted, from, to]) => {
      for (let y = 200; y < 760; y += 14)
        for (let x = from; x < to; x += 14) {
          const hit = document.elementFromPoint(x, y)
          if (hit?.matches(wanted)) return { x, y }
        }
      return { x: to, y: 450 }
    },
    [selector, ...columns[side]] as const,
  )
}

/** Opens a board and plays the three gestures on it. */
export async function measurePage(
  browser: Browser,
  opening: { subject: Subject; signedIn: StorageState },
): Promise<Measured> {
  const { context, page, cdp } = await openSubject(browser, opening)
  const { subject } = opening
  try {
    const opened = await pageFigures(page, cdp, subject.card)
    const ground = await findPoint(page, subject.ground, 'right')
    const panned = await traced(page, cdp, () => pan(cdp, { from: ground, button: subject.panButton, towards: 'left' }))
    await page.waitForTimeout(settleMs)
    await page.mouse.move(middle.x, middle.y)
    const zoomed = await traced(page, cdp, () => zoom(cdp, subject.wheel))
    await page.waitForTimeout(settleMs)
    await wheelTo(cdp, subject.wheel, 0.5)
    await page.waitForTimeout(settleMs)
    const card = await findPoint(page, `${subject.card}, ${subject.card} footer`, 'middle')
    const dragged = await traced(page, cdp, () => drag(cdp, card))
    return {
      page: opened,
      pan: gestureFigures(panned, pan.seconds),
      zoom: gestureFigures(zoomed, zoom.seconds),
      drag: gestureFigures(dragged, drag.seconds),
    }
  } finally {
    await context.close()
  }
}

/** The time from a cold jump from 100 % to 10 % until all pictures of the view are drawn. Milliseconds. */
export async function measureJump(
  browser: Browser,
  opening: { subject: Subject; signedIn: StorageState },
): Promise<number> {
  const { context, page, cdp } = await openSubject(browser, opening)
  try {
    await page.mouse.move(middle.x, middle.y)
    const startedAt = Date.now()
    await wheelTo(cdp, opening.subject.wheel, 0.1)
    await page.waitForFunction(
      () => document.querySelector('.canvas-tiles:not([data-incomplete]) canvas') !== null,
      undefined,
      { polling: 'raf' },
    )
    return Date.now() - startedAt
  } finally {
    await context.close()
  }
}

/** The frame rate of an empty page that changes in every frame: the machine's own ceiling. */
export async function measureEmptyPage(browser: Browser): Promise<GestureFigures> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.addInitScript(watchLongTasks)
  await page.goto('data:text/html,<div style="position:absolute;width:40px;height:40px;background:green"></div>')
  const seconds = 3
  const seen = await traced(page, cdp, () =>
    page.evaluate(
      (ms) =>
        new Promise<void>((resolve) => {
          const block = document.querySelector('div')
          const startedAt = performance.now()
          const step = (now: number) => {
            if (block) block.style.transform = `translateX(${now % 1_000}px)`
            if (now - startedAt < ms) requestAnimationFrame(step)
            else resolve()
          }
          requestAnimationFrame(step)
        }),
      seconds * 1_000,
    ),
  )
  await context.close()
  return gestureFigures(seen, seconds)
}
