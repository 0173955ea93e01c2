import type { Page } from 'playwright-core'
import { cardBox } from '../canvas.ts'
import type { VisualBoards } from './visual-boards.ts'

/** The point of the board in the middle of the page, and the zoom. */
export type Look = { readonly x: number; readonly y: number; readonly zoom: number }

/** A board that is opened once, and the states that it is brought into, one after the other. */
export type Visit = {
  readonly projectId: string
  /** The view on a phone; default: the same. `null`: the board opens as for the first time. */
  readonly look: Look | null
  readonly phoneLook?: Look
  /** Runs before the page is opened; the canvas may then not appear. */
  before?(page: Page): Promise<void>
  readonly states: readonly State[]
}

type State = {
  /** The name of the baseline, without size and theme. */
  readonly name: string
  show?(page: Page): Promise<void>
  hide?(page: Page): Promise<void>
}

/** The corner without a card: nothing reacts to the pointer there. */
const takePointerAway = (page: Page) => page.mouse.move(2, 2)

/**
 * The lower corner, for views whose upper one shows a card: a browser may have its pointer there from the beginning.
 */
const takePointerDown = (page: Page) => page.mouse.move(2, (page.viewportSize()?.height ?? 0) - 2)

const placeOn = async (page: Page, card: string) => {
  const box = await cardBox(page, card)
  if (!box) throw new Error(`Card ${card} is not in view.`)
  return { x: box.x + 30, y: box.y + 8 }
}

/** Presses a card beside its controls, and takes the pointer away. */
async function select(page: Page, card: string): Promise<void> {
  const { x, y } = await placeOn(page, card)
  await page.mouse.click(x, y)
  await takePointerAway(page)
}

const leave = (page: Page) => page.keyboard.press('Escape')

async function openBranchPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remix' }).click()
  for (const name of ['Image style', 'Image prompt']) {
    await page.getByRole('button', { name }).click()
    await page
      .getByRole('button', { name: /^Attach “/ })
      .first()
      .click()
  }
  await page.getByLabel('Prompt', { exact: true }).focus()
  await takePointerAway(page)
}

/** What is shown around a selected card in the middle of a board; each begins where the one before it ends. */
const aroundCard = (card: string): State[] => [
  { name: 'near', show: (page) => select(page, card) },
  {
    name: 'palette',
    show: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Type a command' }).fill('co')
    },
    hide: leave,
  },
  {
    name: 'menu',
    show: async (page) => {
      const { x, y } = await placeOn(page, card)
      await page.mouse.click(x, y, { button: 'right' })
      await page.getByRole('menuitem', { name: /^Copy prompt/ }).waitFor()
    },
    hide: leave,
  },
  {
    name: 'lightbox',
    show: async (page) => {
      await page.locator(`[data-card="${card}"] .picture-open`).nth(1).dblclick()
      await page.locator('.lightbox-picture').waitFor()
      await takePointerAway(page)
    },
    hide: leave,
  },
  {
    name: 'branch-dialog',
    show: async (page) => {
      await select(page, card)
      await page.keyboard.press('b')
      await page.getByRole('dialog', { name: 'Create New Branch' }).waitFor()
    },
  },
  {
    name: 'branch-panel',
    show: openBranchPanel,
    hide: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await takePointerAway(page)
    },
  },
  {
    name: 'find',
    show: async (page) => {
      await page.keyboard.press('Control+f')
      await page.getByLabel('Find by prompt or model').fill('lake')
      await page.getByText('1 of 2').waitFor()
    },
  },
]

/** Every state of the canvas with a baseline, except running pictures. */
export const visits = ({ garden, crowd, empty }: VisualBoards): Visit[] => [
  {
    projectId: garden.id,
    look: null,
    before: async (page) => void (await page.route('**/board', () => undefined)),
    states: [{ name: 'loading' }],
  },
  {
    projectId: empty.id,
    look: null,
    states: [{ name: 'empty', show: (page) => page.getByRole('heading', { name: 'Nothing planted yet' }).waitFor() }],
  },
  {
    projectId: crowd.id,
    look: { x: 10_400, y: 10_200, zoom: 0.2 },
    states: [{ name: 'far' }],
  },
  {
    projectId: garden.id,
    look: { x: 10_850, y: 11_170, zoom: 0.8 },
    phoneLook: { x: 10_400, y: 11_170, zoom: 0.45 },
    states: [{ name: 'failed', show: takePointerDown }],
  },
  aroundMiddleCard({ garden }),
]

/** The garden with its middle card. */
export const aroundMiddleCard = ({ garden }: Pick<VisualBoards, 'garden'>): Visit => ({
  projectId: garden.id,
  look: { x: 10_400, y: 10_600, zoom: 0.5 },
  phoneLook: { x: 10_400, y: 10_600, zoom: 0.45 },
  states: aroundCard(garden.middleCard),
})

/** Beside finished cards, one whose four pictures started nine seconds ago. */
export const runningVisit = ({ garden }: VisualBoards): Visit => ({
  projectId: garden.id,
  look: { x: 11_750, y: 10_670, zoom: 0.6 },
  phoneLook: { x: 12_200, y: 10_600, zoom: 0.45 },
  states: [{ name: 'running' }],
})
