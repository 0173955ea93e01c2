import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { MadeShareShape } from '#contract/share.ts'
import { boardOf } from './support/board-of.ts'
import { fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, expectFocused, expectNoViolations, newAccount, openPage, phone, signUp } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let page: Journey['page']
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({
    account: newAccount('Ada'),
    screen: { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  ;({ app, page } = journey)
  const board = boardOf(journey.context, app.url)
  root = await board.make({ prompt: 'a lighthouse at dusk', aspectRatio: '3:2' })
  const parentImageId = root.images[0]?.id ?? ''
  const { projectId } = root
  child = await board.make({ prompt: 'the lighthouse in a storm', aspectRatio: '3:2', projectId, parentImageId })
})
afterAll(() => journey.close())

const button = (on: Page, name: string | RegExp) => on.getByRole('button', { name })
const picture = (on: Page, { id }: GenerationShape) => on.locator(`[data-card="${id}"] button[data-image]`).first()

async function makeLink(body: object = {}): Promise<string> {
  const reply = await journey.context.request.post(`/api/projects/${root.projectId}/shares`, {
    headers: { origin: app.url },
    data: { expiry: '1-day', showsPrompts: true, ...body },
  })
  return app.url + ((await reply.json()) as MadeShareShape).address
}
async function visit(link: string, screen: Parameters<Journey['browser']['newContext']>[0] = desktop) {
  const context: BrowserContext = await journey.browser.newContext({ ...screen, baseURL: app.url })
  const visitor = await openPage(context)
  await visitor.goto(link)
  return { context, visitor }
}

describe('the owner', () => {
  it('creates a link from the header by keyboard, which is shown once', async () => {
    await page.goto(`/project/${root.projectId}`)
    await button(page, 'Share for review').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share this canvas' })
    await dialog.getByText('None yet.').waitFor()
    await expectNoViolations(page)
    await dialog.getByLabel('Open for').selectOption('30-days')
    await button(page, 'Make a link').press('Enter')
    await button(page, 'Copy link').last().waitFor()
    const address = await dialog.getByLabel('Address of the link').inputValue()
    expect(address).toMatch(/\/shared#[\w-]{43}$/)
    await dialog.getByText('The whole canvas, with prompts, until').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shares a branch from the menu of its card', async () => {
    await page.goto(`/project/${root.projectId}`)
    await page.locator(`[data-card="${child.id}"]`).click({ button: 'right', position: { x: 30, y: 30 } })
    await page.getByRole('menuitem', { name: 'Share this branch for review' }).click()
    await page.getByRole('dialog', { name: 'Share this branch' }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('a reviewer', () => {
  it('views, steps through the path and compares', async () => {
    const { context, visitor } = await visit(await makeLink())
    await picture(visitor, child).click()
    const dialog = visitor.getByRole('dialog', { name: 'the lighthouse in a storm' })
    const story = dialog.getByRole('region', { name: 'Path to here' })
    await story.getByRole('button', { name: /^Step 1 of 2: ?Start/ }).waitFor()
    await story.getByRole('button', { name: /^Step 2 of 2: ?\+ .*storm/ }).focus()
    await visitor.keyboard.press('ArrowLeft')
    await visitor.getByRole('dialog', { name: 'a lighthouse at dusk' }).waitFor()
    await visitor.keyboard.press('End')
    await dialog.waitFor()
    await button(visitor, 'Compare images').click()
    const compared = visitor.getByRole('dialog', { name: 'Compare 2 images' })
    await compared.getByText('3:2 · 1K').first().waitFor()
    await button(visitor, 'Overlay').click()
    await visitor.getByLabel('How much of B is seen').fill('20')
    await visitor.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })
    await dialog.waitFor()
    expect(visitor.errors).toEqual([])
    await context.close()
  })

  it('comments on a spot and votes, and the owner and other reviewers see it live', async () => {
    const link = await makeLink()
    const { context, visitor } = await visit(link)
    const other = await visit(link)
    for (const each of [visitor, other.visitor]) await picture(each, child).click()
    const [dialog, elsewhere] = [visitor.getByRole('dialog'), other.visitor.getByRole('dialog')]

    await page.goto(`/project/${root.projectId}`)
    await button(page, 'Canvas commands').click()
    await page.getByRole('menuitem', { name: 'What visitors said' }).click()
    await page.getByText('Nothing said yet').waitFor()

    const shown = dialog.getByRole('img', { name: 'the lighthouse in a storm' })
    await shown.click({ position: { x: 60, y: 40 } })
    await visitor.getByLabel('What about this spot?').fill('The beam could be longer.')
    await button(visitor, 'Send').click()
    await visitor.getByLabel('Your name').fill('Vera')
    await button(visitor, 'Go on').click()
    await dialog.getByText('The beam could be longer.').waitFor()
    await button(visitor, /^Like/).click()
    await button(visitor, /^Take your like back, 1 like/).waitFor()
    await expectNoViolations(visitor)

    await elsewhere.getByText('The beam could be longer.').waitFor()
    await button(other.visitor, 'Comment 1 by Vera: The beam could be longer.').waitFor()
    await button(other.visitor, /^Like, 1 like/).waitFor()

    await page.getByText('The beam could be longer.').waitFor()
    await page.getByText('Liked by Vera').waitFor()
    await expectNoViolations(page)
    await button(page, 'Mark as done').click()
    await button(page, 'Open again').waitFor()

    await button(page, 'Show what Vera means').click()
    await button(page, 'Comment 1 by Vera: The beam could be longer.').click()
    const remark = page
      .getByRole('complementary')
      .getByRole('listitem')
      .filter({ hasText: 'The beam could be longer.' })
    await expectFocused(remark)
    await remark.getByText('Vera').waitFor()
    await button(page, 'Delete comment').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await remark.waitFor({ state: 'detached' })
    await elsewhere.getByText('The beam could be longer.').waitFor({ state: 'detached' })

    await visitor.reload()
    await button(visitor, 'Change your name').waitFor()
    expect([visitor.errors, other.visitor.errors, page.errors]).toEqual([[], [], []])
    await context.close()
    await other.context.close()
  })

  it('posts a comment once, however often its keys are pressed while it is sent', async () => {
    const { context, visitor } = await visit(await makeLink())
    await picture(visitor, root).click()
    const dialog = visitor.getByRole('dialog')
    await dialog.getByRole('img', { name: 'a lighthouse at dusk' }).click({ position: { x: 30, y: 30 } })
    const field = visitor.getByLabel('What about this spot?')
    await field.fill('First.')
    await field.press('Control+Enter')
    await visitor.getByLabel('Your name').fill('Vito')
    await button(visitor, 'Go on').click()
    await field.waitFor({ state: 'detached' })

    let posted = 0
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await visitor.route('**/api/shared/*/comments', async (route) => {
      posted += 1
      await held
      await route.continue()
    })
    await dialog.getByRole('img', { name: 'a lighthouse at dusk' }).click({ position: { x: 90, y: 60 } })
    await field.fill('Second.')
    for (let press = 0; press < 3; press++) await field.press('Control+Enter')
    goOn()
    await dialog.getByText('Second.').waitFor()
    expect(posted).toBe(1)
    await context.close()
  })

  it("sees the owner's new, moved and deleted cards without a reload, while a comment is being written", async () => {
    const board = boardOf(journey.context, app.url)
    const link = await makeLink()
    const { context, visitor } = await visit(link)
    const place = () => visitor.locator(`[data-card="${root.id}"]`).boundingBox()
    await picture(visitor, child).waitFor()
    const before = await place()
    await picture(visitor, child).click()
    const dialog = visitor.getByRole('dialog', { name: 'the lighthouse in a storm' })
    const next = button(visitor, 'Next image')
    await next.waitFor()
    for (let walked = 1; walked < 4; walked++) await visitor.keyboard.press('ArrowRight')
    await expect.poll(() => next.isDisabled()).toBe(true)
    await visitor.keyboard.press('c')
    const field = visitor.getByLabel('What about this spot?')
    await field.fill('Half a thou')

    const { projectId } = root
    const parentImageId = child.images[3]?.id ?? ''
    const added = await board.make({ prompt: 'the storm has passed', projectId, parentImageId })
    await expect.poll(() => next.isDisabled()).toBe(false)
    await expectFocused(field)
    await visitor.keyboard.type('ght')
    expect(await field.inputValue()).toBe('Half a thought')
    await button(visitor, 'Cancel').click()
    await next.click()
    await visitor.getByRole('dialog', { name: added.prompt }).waitFor()
    await visitor.getByRole('button', { name: /^Step 3 of 3/ }).waitFor()

    const owner = { headers: { origin: app.url } }
    await journey.context.request.delete(`/api/generations/${added.id}`, owner)
    await visitor.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await place()).toEqual(before)
    await picture(visitor, child).click()
    await dialog.waitFor()
    await visitor.keyboard.press('Escape')
    await journey.context.request.post(`/api/generations/${added.id}/restore`, owner)
    await journey.context.request.patch(`/api/generations/${added.id}`, {
      ...owner,
      data: { canvasX: root.canvasX, canvasY: root.canvasY + 900 },
    })
    await expect
      .poll(async () => {
        await button(visitor, 'Fit to view').click()
        return picture(visitor, added).count()
      })
      .toBe(1)
    // Both at one moment: the view is still gliding to the whole board.
    const lefts = await visitor.evaluate(
      (ids) => ids.map((id) => document.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect().left),
      [added.id, root.id],
    )
    expect(lefts[0]).toBeCloseTo(lefts[1] ?? 0, 0)
    expect(visitor.errors).toEqual([])
    await context.close()
    await journey.context.request.delete(`/api/generations/${added.id}`, owner)
  })

  it('does all of it by keyboard', async () => {
    const { context, visitor } = await visit(await makeLink())
    await button(visitor, 'Look at the images one by one').press('Enter')
    await button(visitor, 'Next image').waitFor()
    await visitor.keyboard.press('ArrowRight')
    await visitor.keyboard.press('c')
    await visitor.getByLabel('What about this spot?').waitFor()
    await visitor.keyboard.type('Good.')
    await visitor.keyboard.press('Control+Enter')
    await visitor.getByLabel('Your name').waitFor()
    await visitor.getByLabel('Your name').fill('Kay')
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('listitem').filter({ hasText: 'Good.' }).waitFor()
    await visitor.keyboard.press('Escape')
    await visitor.getByRole('dialog').waitFor({ state: 'detached' })
    await context.close()
  })

  it('does it by touch on a phone, without the prompts where they are hidden', async () => {
    const { context, visitor } = await visit(await makeLink({ showsPrompts: false }), phone)
    await visitor.locator('.canvas').waitFor()
    expect(await visitor.locator('body').textContent()).not.toContain('lighthouse')
    const fingers = fingersOn(await context.newCDPSession(visitor))
    const middleOf = async (selector: ReturnType<Page['locator']>) => {
      const box = await selector.boundingBox()
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    // Two cards of 800 side by side, 900 apart, fit in the middle of the screen: from there to the child's first image.
    const zoom = (phone.viewport.width - 2 * 32.5) / 1_700
    const first = { x: 195 + (900 + 109 - 850) * zoom, y: 422 + (188 - 170) * zoom }
    const dialog = visitor.getByRole('dialog')
    await fingers.tap(first)
    await dialog.waitFor()
    await fingers.tap(await middleOf(dialog.locator('.review-picture')))
    await visitor.getByLabel('What about this spot?').waitFor()
    await expectNoViolations(visitor)
    await button(visitor, 'Cancel').tap()

    await button(visitor, 'Compare images').tap()
    const panes = visitor.locator('.compare-pane img')
    await expect.poll(() => panes.count()).toBe(2)
    const views = () => panes.evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform))
    const whole = await views()
    await fingers.pinch(await middleOf(visitor.locator('.compare-pane').first()), { from: 30, to: 90 })
    await expect.poll(async () => (await views())[0]).not.toBe(whole[0])
    const closer = await views()
    expect(closer[1]).toBe(closer[0])
    await fingers.drag(await middleOf(visitor.locator('.compare-pane').last()), { x: 40, y: 0 })
    await expect.poll(async () => (await views())[0]).not.toBe(closer[0])
    await button(visitor, 'Slider').tap()
    const split = visitor.getByLabel('Where the pictures meet')
    await fingers.drag(await middleOf(split), { x: -100, y: 0 })
    await expect.poll(async () => Number(await split.inputValue())).toBeLessThan(40)
    expect(await visitor.locator('body').textContent()).not.toContain('lighthouse')
    await expectNoViolations(visitor)
    await context.close()
  })

  it('copies it into an account, with its tree', async () => {
    const { context, visitor } = await visit(`${app.url}/login`)
    await signUp(visitor, app.url, newAccount('Bob'))
    await visitor.goto(await makeLink())
    await button(visitor, 'Copy to my account').click()
    await visitor.waitForURL(/\/project\/[0-9a-f-]{36}/)
    const projectId = visitor.url().split('/').at(-1) ?? ''
    expect(projectId).not.toBe(root.projectId)
    const copied = await boardOf(context, app.url).generations(projectId)
    expect(copied.map(({ prompt }) => prompt).sort()).toEqual([root.prompt, child.prompt].sort())
    expect(copied.find(({ prompt }) => prompt === child.prompt)?.parentGenerationId).toBe(
      copied.find(({ prompt }) => prompt === root.prompt)?.id,
    )
    await context.close()
  })

  it('gets the same reply for a closed link as for an unknown one', async () => {
    const closed = await makeLink({ generationId: child.id })
    await page.goto(`/project/${root.projectId}`)
    await button(page, 'Share for review').click()
    await button(page, /^Close link: A branch, with prompts, until/).click()
    await page.getByText('A branch, with prompts').waitFor({ state: 'detached' })
    for (const link of [closed, `${app.url}/shared#${'A'.repeat(43)}`]) {
      const { context, visitor } = await visit(link)
      await visitor.getByText('This link is not open').waitFor()
      await context.close()
    }
  })
})
