import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CanvasStateShape } from '#contract/board/project.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { launchBrowser } from './support/person.ts'
import { comparePictures } from './support/visual/compare-pictures.ts'
import { differenceFromBaseline, isAlike, photographAtRest } from './support/visual/page-look.ts'
import {
  clockAt,
  dateCards,
  makeVisualBoards,
  openApi,
  requestCard,
  type VisualBoards,
} from './support/visual/visual-boards.ts'
import { aroundMiddleCard, type Look, runningVisit, type Visit, visits } from './support/visual/visual-states.ts'

type Size = { readonly width: number; readonly height: number }
const sizes: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
type Theme = 'dark' | 'light'

let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let app: AppProcess
let boards: VisualBoards
let api: APIRequestContext

beforeAll(async () => {
  dataDir = await makeDataDir()
  boards = await makeVisualBoards(dataDir.path)
  await dateCards(dataDir.path)
  // Without a worker: new requests stay pending.
  app = await startApp(dataDir.path, { ROLES: 'web' })
  api = await openApi(app.url, boards.signedIn)
  browser = await launchBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await api.dispose()
  await app.stop()
  await dataDir.remove()
})

const isPhone = ({ width }: Size) => width < 640

async function openDevice(viewport: Size): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: app.url,
    storageState: boards.signedIn,
    viewport,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
    // Its requests would not pass the routes of the page.
    serviceWorkers: 'block',
    hasTouch: isPhone(viewport),
    isMobile: isPhone(viewport),
  })
  await context.clock.setFixedTime(clockAt)
  return context
}

/** The stored view that shows a point in the middle of a page. */
const savedView = (projectId: string, { x, y, zoom }: Look, { width, height }: Size): CanvasStateShape => ({
  projectId,
  zoomLevel: zoom,
  panX: width / 2 - x * zoom,
  panY: height / 2 - y * zoom,
  lastViewedGenerationId: null,
  updatedAt: clockAt.toISOString(),
})

/** Opens a board with the camera of the visit, in a page that may have shown another one. */
async function open(page: Page, size: Size, { projectId, look, phoneLook, before }: Visit): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The corner where nothing reacts to the pointer.
  await page.mouse.move(2, 2)
  const seen = (isPhone(size) && phoneLook) || look
  // Not stored by the server: pages of other devices store theirs at the same time.
  await page.route('**/canvas-state', (route) => route.fulfill({ json: seen && savedView(projectId, seen, size) }))
  await before?.(page)
  await page.goto(`/project/${projectId}`)
  await page.getByRole('heading', { level: 1 }).getByRole('button').waitFor()
  if (!before) await page.getByRole('region', { name: 'Prompt bar' }).waitFor()
}

/** The differences from the baselines of a state in both themes, the present one first: the page follows its device. */
async function differencesOf(page: Page, name: string, themes: readonly Theme[]): Promise<string[]> {
  const found: (string | null)[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    found.push(await differenceFromBaseline(page, `${name}-${theme}`))
  }
  return found.filter((line) => line !== null)
}

/** The differences from the baselines in all states of the visits, one line for each. A page is loaded once a visit. */
async function allDifferences(size: Size, list: readonly Visit[]): Promise<string[]> {
  const context = await openDevice(size)
  // A new page is a new process, which compiles everything again.
  const page = await context.newPage()
  const lines: string[] = []
  let order: readonly Theme[] = ['dark', 'light']
  for (const visit of list) {
    await open(page, size, visit)
    for (const { name, show, hide } of visit.states) {
      await show?.(page)
      lines.push(...(await differencesOf(page, `${name}-${size.width}`, order)))
      order = order.toReversed()
      await hide?.(page)
    }
  }
  await context.close()
  return lines
}

// The sizes at once: there are two cores.
describe.concurrent('the look of the canvas', () => {
  it.each(sizes)(
    'equals its baselines in both themes, at $width × $height',
    async (size) => expect(await allDifferences(size, visits(boards))).toEqual([]),
    // Twenty photographs in two themes.
    300_000,
  )
})

describe('the comparison with a baseline', () => {
  const size: Size = { width: 1440, height: 900 }
  const faults = [
    ['a canvas three pixels aside', '.canvas { left: 3px }'],
    ['a missing card', '[data-card]:has([data-status="failed"]) { display: none }'],
    ['another accent', ':root { --accent: oklch(0.8 0.17 40) !important }'],
    ['larger letters', '.card { --card-type: 28px !important }'],
    ['no connectors', '.connectors { display: none }'],
    ['a missing button', '[aria-label="Account"] { visibility: hidden }'],
  ] as const

  it('finds no difference where nothing has changed, and each of these faults', async () => {
    const context = await openDevice(size)
    const page = await context.newPage()
    await open(page, size, aroundMiddleCard(boards))
    await aroundMiddleCard(boards).states[0]?.show?.(page)
    const { reduced: sound } = await photographAtRest(page)
    const isSame = async () => isAlike(await comparePictures(sound, (await photographAtRest(page)).reduced))
    const isUnseen: Record<string, boolean> = {}
    for (const [name, content] of faults) {
      // As a sheet of the page's own: the page accepts no styles from outside.
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [sheet]
      }, content)
      isUnseen[name] = await isSame()
      await page.evaluate(() => {
        document.adoptedStyleSheets = []
      })
    }
    expect(isUnseen).toEqual(Object.fromEntries(faults.map(([name]) => [name, false])))
    expect(await isSame()).toBe(true)
    await context.close()
  })
})

describe.concurrent('the look of the canvas with running images', () => {
  beforeAll(async () => {
    const { id: projectId, rootCard } = boards.garden
    await requestCard(api, {
      prompt: 'The lake under the first snow, no wind, grey light',
      projectId,
      parentGenerationId: rootCard,
      aspectRatio: '2:3',
      canvasX: 11_800,
      canvasY: 10_500,
    })
    await dateCards(dataDir.path)
  })

  it.each(sizes)('equals its baselines in both themes, at $width × $height', async (size) =>
    expect(await allDifferences(size, [runningVisit(boards)])).toEqual([]),
  )
})
