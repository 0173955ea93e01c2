import type { Browser, BrowserContext } from 'playwright-core'
import { phone } from '../../e2e/support/person.ts'

/** What a page has loaded and how much it has jumped, without interaction. kB are 1,000 bytes, as compressed. */
export type Loaded = {
  /** JavaScript until the page could be used: until its load event and half a second of rest. */
  readonly scriptKb: number
  /** JavaScript that came by itself after that. */
  readonly laterScriptKb: number
  readonly shift: number
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

const restMs = 500
const laterMs = 6_000

/** Opens a page as a phone does and waits. */
export async function loadPage(
  browser: Browser,
  { url, signedIn }: { url: string; signedIn?: SignedIn },
): Promise<Loaded> {
  const context = await browser.newContext({ ...phone, ...(signedIn && { storageState: signedIn }) })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  network.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  // The body alone: headers are no JavaScript.
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(restMs)
  const before = bytes
  await page.waitForTimeout(laterMs)
  const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
  await context.close()
  return { scriptKb: Math.round(before / 1_000), laterScriptKb: Math.round((bytes - before) / 1_000), shift }
}
