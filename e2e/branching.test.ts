import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import {
  type BranchOption,
  branchDialog,
  branchFrom,
  branchPanel,
  branchText,
  panelPlace,
  rounded,
} from './support/branch-panel.ts'
import { go as goOn } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, openPage, phone, takePlan } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let board: ReturnType<typeof boardOf>
/** A card in a project of its own, which no test branches. */
let untouched: GenerationShape
let parent: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ app, browser, context, page } = journey)
  board = boardOf(context, app.url)
  // For sizes beyond 1K.
  await takePlan(context, app.url, 'basic')
  untouched = await makeParent()
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  parent = untouched
  await open(parent)
})

const makeParent = () => board.make({ prompt: 'pears on a sill', aspectRatio: '1:1' })
const openAnew = async () => {
  parent = await makeParent()
  await open(parent)
}
const cardOf = (id: string) => page.locator(`[data-card="${id}"]`)
const dialog = () => branchDialog(page)
const panel = (name: string) => branchPanel(page, name)
const text = () => branchText(page)
const go = () => goOn(page)
const createBranch = (option: BranchOption) => branchFrom(page, parent.id, option)
const placeOf = (name: string) => panelPlace(page, name)
/** One of the newest images, in the dialog for pictures, which lists the newest card first. */
const attachable = (place: number) =>
  page.getByRole('button', { name: `Attach “pears on a sill”, image ${place}` }).first()

async function open({ projectId, id }: GenerationShape) {
  await page.goto(`/project/${projectId}?card=${id}`)
  await cardOf(id).waitFor()
}

async function childOf({ id, projectId }: GenerationShape): Promise<GenerationShape | undefined> {
  const find = (all: readonly GenerationShape[]) => all.find(({ parentGenerationId }) => parentGenerationId === id)
  await expect.poll(async () => find(await board.generations(projectId)) !== undefined, { timeout: 10_000 }).toBe(true)
  return find(await board.finished(projectId))
}

describe('the branch dialog', () => {
  it('offers enhance, remix and motion, which is not available yet', async () => {
    await cardOf(parent.id).hover()
    await cardOf(parent.id).getByRole('button', { name: 'Create branch' }).click()
    await dialog().getByText('Improve quality and add details').waitFor()
    await dialog().getByText('Create a variation with different style').waitFor()
    await dialog().getByText('Animate this image (coming soon)').waitFor()
    await dialog().getByRole('button', { name: 'Add Motion' }).click()
    await page.getByText('Coming Soon', { exact: true }).waitFor()
    await page.getByText('Video generation will be available soon!').waitFor()
    await expect.poll(() => dialog().count()).toBe(0)
    await expect.poll(() => text().count()).toBe(0)
  })

  it('shows a notice where the card has no image', async () => {
    parent = await board.make({ prompt: 'nothing comes of this [[refuse]]' })
    await open(parent)
    await cardOf(parent.id).hover()
    await cardOf(parent.id).getByRole('button', { name: 'Create branch' }).click()
    await page.getByText('Parent generation has no image to edit').waitFor()
    await expect.poll(() => dialog().count()).toBe(0)
  })
})

describe('Go', () => {
  beforeEach(openAnew)

  it('shows a placeholder card at once, which becomes the real card at the same place', async () => {
    await createBranch('Remix')
    await text().fill('as a woodcut')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/generations', async (route) => {
      await held
      await route.continue()
    })
    const place = await placeOf('Remix')
    await text().press('Control+Enter')
    const awaited = page.locator('[data-awaited]')
    await awaited.getByText('Generating images...').waitFor()
    await expect.poll(() => awaited.locator('.shimmer').count()).toBe(4)
    await expect.poll(() => panel('Remix').count()).toBe(0)
    const stood = await awaited.boundingBox()
    expect(stood && rounded(stood)).toEqual(rounded(place))
    answer()
    const child = await childOf(parent)
    expect(child).toMatchObject({
      prompt: 'as a woodcut',
      branchKind: 'remix',
      parentImageId: parent.images[0]?.id,
      canvasX: parent.canvasX + 900,
      canvasY: parent.canvasY,
      settings: { aspectRatio: '2:3', resolution: '1K' },
    })
    await cardOf(child?.id ?? '').waitFor()
    await expect.poll(() => awaited.count()).toBe(0)
  })

  it('branches from the image under the pointer', async () => {
    await cardOf(parent.id).locator('[data-image]').nth(2).hover()
    await cardOf(parent.id).getByRole('button', { name: 'Branch from this image' }).click()
    await dialog().getByRole('button', { name: 'Enhance' }).click()
    await panel('Enhance').getByText('from image 3 of 4').waitFor()
    await go().click()
    await page.getByText('Image edited successfully!').waitFor({ timeout: 30_000 })
    expect(await childOf(parent)).toMatchObject({ branchKind: 'enhance', parentImageId: parent.images[2]?.id })
  })

  it('sends the style and the attached images', async () => {
    await createBranch('Remix')
    await page.getByRole('button', { name: 'Style', exact: true }).click()
    await page.getByRole('button', { name: /^Pine Block/ }).click()
    await page.getByRole('button', { name: 'Add Style' }).click()
    await panel('Remix').getByText('Style 1').waitFor()
    await page.getByRole('button', { name: 'Image prompt' }).click()
    await attachable(2).click()
    await panel('Remix').getByText('Prompt 1').waitFor()
    await page.getByRole('button', { name: 'Image style' }).click()
    await attachable(4).click()
    await panel('Remix').getByText('Style 2').waitFor()
    await page.getByRole('button', { name: 'Image style' }).click()
    await attachable(3).click()
    await page.getByRole('button', { name: 'Remove Style 2' }).click()
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/generations'))
    await go().click()
    expect((await asked).postDataJSON()).toMatchObject({
      style: expect.any(String),
      imagePrompts: [parent.images[1]?.id],
      styleReferences: [parent.images[2]?.id],
    })
    expect((await childOf(parent))?.status).toBe('completed')
  })

  it('reopens the panel with its content when the server refuses', async () => {
    await createBranch('Remix')
    await text().fill('as a woodcut')
    await page.route('**/api/generations', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Too many people are painting.' } }),
    )
    await go().click()
    await page.getByText('Generation Failed').waitFor()
    await page.getByText('Too many people are painting.').waitFor()
    await expect.poll(() => text().inputValue()).toBe('as a woodcut')
    await expect.poll(() => page.locator('[data-awaited]').count()).toBe(0)
    await page.unroute('**/api/generations')
    await page.route('**/api/generations', (route) => route.abort())
    await go().click()
    await page.getByText('Failed to generate images').waitFor()
    await page.unroute('**/api/generations')
    await go().click()
    expect((await childOf(parent))?.prompt).toBe('as a woodcut')
  })

  it('shows a message for failed images', async () => {
    await createBranch('Remix')
    await text().fill('as a woodcut [[fail]]')
    await go().click()
    await page.getByText('Generation Failed').waitFor({ timeout: 60_000 })
    expect((await childOf(parent))?.status).toBe('failed')
  })
})

describe('a phone', () => {
  it('shows the panel as a bottom sheet', async () => {
    await openAnew()
    const state = await context.storageState()
    const onPhone = await browser.newContext({ ...phone, baseURL: app.url, storageState: state })
    const other = await openPage(onPhone)
    await other.goto(`/project/${parent.projectId}?card=${parent.id}`)
    const card = other.locator(`[data-card="${parent.id}"]`)
    await card.getByText('pears on a sill').tap()
    await card.getByRole('button', { name: 'Create branch' }).tap()
    await other.getByRole('dialog').getByRole('button', { name: 'Remix' }).tap()
    await expect
      .poll(async () => {
        const sheet = await other.getByRole('dialog', { name: 'Remix' }).boundingBox()
        return sheet && [sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]
      })
      .toEqual([0, 390, 844])
    await other.getByRole('button', { name: /^Go\b/ }).tap()
    expect((await childOf(parent))?.branchKind).toBe('remix')
    expect(other.errors).toEqual([])
    await onPhone.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
