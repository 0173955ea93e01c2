import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { fingersOn } from '#web/testing/fingers.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let page: Journey['page']
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({
    account: newAccount('Ada'),
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

describe('a reviewer', () => {
  it('comments and votes, which the owner and others see live, until the link is closed', async () => {
    const link = await makeLink()
    const { context, visitor } = await visit(link)
    const other = await visit(link)
    for (const each of [visitor, other.visitor]) await picture(each, child).click()
    const [dialog, elsewhere] = [visitor.getByRole('dialog'), other.visitor.getByRole('dialog')]

    await page.goto(`/project/${root.projectId}`)
    await button(page, 'Canvas commands').click()
    await page.getByRole('menuitem', { name: 'Comments' }).click()
    await page.getByText('Nothing said yet').waitFor()

    const shown = dialog.getByRole('img', { name: 'the lighthouse in a storm' })
    await shown.click({ position: { x: 60, y: 40 } })
    await visitor.getByLabel('What about this spot?').fill('The beam could be longer.')
    await button(visitor, 'Send').click()
    await visitor.getByLabel('Your name').fill('Vera')
    await visitor.getByRole('dialog', { name: 'Who are you?' }).getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('The beam could be longer.').waitFor()
    await button(visitor, /^Like/).click()
    await button(visitor, /^Take your like back, 1 like/).waitFor()

    await elsewhere.getByText('The beam could be longer.').waitFor()
    await button(other.visitor, /^Like, 1 like/).waitFor()
    await page.getByText('The beam could be longer.').waitFor()
    await page.getByText('Liked by Vera').waitFor()
    await button(page, 'Reply to Vera').click()
    await page.getByRole('textbox', { name: 'Reply to Vera' }).fill('Longer it is.')
    await page.keyboard.press('Enter')
    await elsewhere.getByText('Longer it is.').waitFor()
    await button(page, 'Mark as done').click()
    await button(page, 'Done 1').click()
    await button(page, 'Delete comment').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await elsewhere.getByText('The beam could be longer.').waitFor({ state: 'detached' })

    await visitor.reload()
    await button(visitor, 'Change your name').waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Share for review').click()
    await button(page, /^Close link: The whole canvas, with prompts, until/).click()
    await visitor.getByText('This link is not open').waitFor()
    expect([visitor.errors, other.visitor.errors, page.errors]).toEqual([[], [], []])
    await context.close()
    await other.context.close()
  })

  it('does it by touch on a phone, without the prompts where they are hidden', async () => {
    const { context, visitor } = await visit(await makeLink({ showsPrompts: false }), phone)
    await visitor.getByText('Tap a picture to comment.').waitFor()
    expect(await visitor.locator('body').textContent()).not.toContain('lighthouse')
    await button(visitor, 'More').tap()
    await visitor.getByRole('menuitem', { name: 'Open the board' }).tap()
    await visitor.locator('.canvas').waitFor()
    expect(await visitor.locator('body').textContent()).not.toContain('lighthouse')
    const tools = await context.newCDPSession(visitor)
    const fingers = fingersOn((event) => tools.send('Input.dispatchTouchEvent', event))
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
})
