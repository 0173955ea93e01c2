import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { makeDataDir, startApp } from '../support/app-process.ts'
import { allEnded, drag, generate, storedCards } from '../support/canvas.ts'
import { desktop, launchBrowser, newAccount, signIn, signUp } from '../support/person.ts'

/**
 * Two real browsers of one user edit one canvas at random with pointer and keys, lose the connection and reload; after
 * each run both must show what the server has. `npm run fuzz:canvas -- --runs 100 --seed 1`.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
})
const runs = Number(values.runs)
const actsOfRun = 10
const maxRestMs = 30_000

let state = Number(values.seed) * 7_919 + 1
/** Park and Miller's generator: the same actions for the same seed. */
const random = () => {
  state = (state * 16_807) % 2_147_483_647
  return state / 2_147_483_647
}
const below = (limit: number) => Math.floor(random() * limit)

const dataDir = await makeDataDir()
const app = await startApp(dataDir.path)
const browser = await launchBrowser()
const account = newAccount('Fuzz')
const contexts: BrowserContext[] = []
const pages: Page[] = []
for (let place = 0; place < 2; place++) {
  const context = await browser.newContext({ ...desktop, baseURL: app.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await (place === 0 ? signUp : signIn)(page, app.url, account)
  contexts.push(context)
  pages.push(page)
}
const [firstContext] = contexts
if (!firstContext) throw new Error('There is no browser.')

/** Refused images take no time. Four cards stay near enough, whatever is done to them, to be elements of the page. */
async function makeCards(context: BrowserContext): Promise<string> {
  const first = await generate(context, app.url, { prompt: 'card 0 [[refuse]]' })
  for (let place = 1; place < 4; place++)
    await generate(context, app.url, {
      prompt: `card ${place} [[refuse]]`,
      projectId: first.projectId,
      canvasX: 10_000 + (place % 2) * 900,
      canvasY: 10_000 + Math.floor(place / 2) * 450,
    })
  await allEnded(context, app.url, first.projectId)
  return first.projectId
}

type SeenCard = { id: string; x: number; y: number; isCollapsed: boolean }

/** A style keeps six digits of a number. */
const maxOff = 0.2

const areSame = (one: readonly SeenCard[], other: readonly SeenCard[]) =>
  one.length === other.length &&
  one.every((card, place) => {
    const { id, x, y, isCollapsed } = other[place] ?? { id: '', x: 0, y: 0, isCollapsed: false }
    const isThere = Math.abs(card.x - x) < maxOff && Math.abs(card.y - y) < maxOff
    return card.id === id && card.isCollapsed === isCollapsed && isThere
  })

const shownCards = (page: Page) =>
  page.locator('[data-card]').evaluateAll((cards) =>
    cards
      .map((card) => {
        const [x = 0, y = 0] = ((card as HTMLElement).style.transform.match(/-?[\d.]+/g) ?? []).map(Number)
        return { id: card.getAttribute('data-card') ?? '', x, y, isCollapsed: card.hasAttribute('data-collapsed') }
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  )

async function open(page: Page, projectId: string): Promise<void> {
  await page.goto(`/project/${projectId}`)
  await page.getByRole('button', { name: 'Fit to view' }).click({ timeout: maxRestMs })
}

/** A point on a random card in view; null where there is none. */
async function anyGrip(page: Page): Promise<{ x: number; y: number } | null> {
  const boxes = await page
    .locator('[data-card]')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()).map(({ x, y }) => ({ x, y })))
  const inView = boxes.filter(({ x, y }) => x > 0 && y > 70 && x < 1_300 && y < 780)
  const box = inView[below(inView.length)]
  return box ? { x: box.x + 12, y: box.y + 6 } : null
}

async function act(place: number): Promise<string> {
  const [page, context] = [pages[place], contexts[place]]
  if (!page || !context) return ''
  const kind = below(11)
  const grip = await anyGrip(page)
  if (kind === 0) await context.setOffline(true)
  else if (kind === 1) await context.setOffline(false)
  else if (kind === 2) {
    await context.setOffline(false)
    await page.reload()
    await page.getByRole('button', { name: 'Fit to view' }).waitFor()
  } else if (kind === 3) await page.keyboard.press('Control+z')
  else if (kind === 4) await page.keyboard.press('Control+Shift+z')
  else if (grip && kind < 8) await drag(page, grip, { x: below(120) - 60, y: below(80) - 40 })
  else if (grip && kind < 10) {
    await page.mouse.click(grip.x, grip.y)
    await page.keyboard.press('c')
  } else if (grip) {
    await page.mouse.click(grip.x, grip.y)
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
  }
  return `${place}:${kind}`
}

async function rest(projectId: string, acts: readonly string[]): Promise<void> {
  for (const context of contexts) await context.setOffline(false)
  const until = Date.now() + maxRestMs
  for (;;) {
    const stored = (await storedCards(contexts[0] as BrowserContext, app.url, projectId))
      .map(({ id, canvasX, canvasY, isCollapsed }) => ({ id, x: canvasX, y: canvasY, isCollapsed }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const page of pages) await page.getByRole('button', { name: 'Fit to view' }).click()
    const shown = await Promise.all(pages.map(shownCards))
    if (shown.every((board) => areSame(board, stored))) return
    if (Date.now() > until) throw new Error(`They differ after ${acts.join(' ')}: ${JSON.stringify({ stored, shown })}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

try {
  for (let run = 1; run <= runs; run++) {
    const projectId = await makeCards(firstContext)
    for (const page of pages) await open(page, projectId)
    const acts: string[] = []
    for (let done = 0; done < actsOfRun; done++) acts.push(await act(below(2)))
    await rest(projectId, acts)
    process.stderr.write(`\rrun ${run} of ${runs}`)
  }
  console.log(`\n${runs} runs of ${actsOfRun} acts: both browsers ended with the board of the server.`)
} finally {
  await browser.close()
  await app.stop()
  await dataDir.remove()
}
