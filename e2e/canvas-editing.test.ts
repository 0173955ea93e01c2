import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allEnded,
  cardBox,
  drag,
  fitBoard,
  generate,
  grip,
  type Made,
  selectedCards,
  storedCards,
} from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, expectNoViolations, newAccount, openPage, signIn } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let root: Made
let boat: Made
let night: Made
let other: Made

beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ app, browser, context, page } = journey)
  root = await generate(context, app.url, { prompt: 'A still lake between pine hills' })
  const { projectId } = root
  other = await generate(context, app.url, {
    prompt: 'A lighthouse in a storm',
    projectId,
    canvasX: 10_000,
    canvasY: 9_000,
  })
  await allEnded(context, app.url, projectId)
  const branch = { projectId, parentGenerationId: root.id, branchKind: 'remix' }
  boat = await generate(context, app.url, { ...branch, prompt: 'A red boat on the lake' })
  night = await generate(context, app.url, { ...branch, prompt: 'The lake at night, stars' })
  await allEnded(context, app.url, projectId)
  await page.goto(`/project/${projectId}`)
  await page.locator(`[data-card="${root.id}"]`).waitFor()
  await fitBoard(page)
}, 120_000)
afterAll(() => journey.close())

const places = async () =>
  Object.fromEntries(
    (await storedCards(context, app.url, root.projectId)).map((card) => [card.id, [card.canvasX, card.canvasY]]),
  )
/** Waits until no change is on its way to the server. */
const saved = () => page.getByText(/^Saved/).waitFor()

describe('a selection', () => {
  it('starts with a press, grows with Shift, and ends with a press on the background', async () => {
    const at = async (id: string) => page.mouse.click((await grip(page, id)).x, (await grip(page, id)).y)
    await at(root.id)
    expect(await selectedCards(page)).toEqual([root.id])
    await page.keyboard.down('Shift')
    await at(boat.id)
    await page.keyboard.up('Shift')
    expect((await selectedCards(page)).sort()).toEqual([root.id, boat.id].sort())
    await page.mouse.click(30, 800)
    expect(await selectedCards(page)).toEqual([])
  })

  it('includes every card that a box drawn with Shift touches', async () => {
    const [first, second] = [await cardBox(page, boat.id), await cardBox(page, night.id)]
    if (!first || !second) throw new Error('The branches are not in view.')
    const top = Math.min(first.y, second.y) - 30
    const left = first.x + first.width + 40
    await page.keyboard.down('Shift')
    await drag(page, { x: left, y: top }, { x: -100, y: Math.abs(first.y - second.y) + 100 })
    await page.keyboard.up('Shift')
    expect((await selectedCards(page)).sort()).toEqual([boat.id, night.id].sort())
  })

  it('moves as one, and follows undo and redo, also after a reload', async () => {
    const before = await places()
    const shown = await cardBox(page, boat.id)
    await drag(page, await grip(page, boat.id), { x: 120, y: 60 })
    await saved()
    const zoom = (shown?.width ?? 800) / 800
    const after = await places()
    for (const { id } of [boat, night]) {
      expect(after[id]?.[0]).toBeCloseTo((before[id]?.[0] ?? 0) + 120 / zoom, -1)
      expect(after[id]?.[1]).toBeCloseTo((before[id]?.[1] ?? 0) + 60 / zoom, -1)
    }
    expect(after[root.id]).toEqual(before[root.id])
    await page.keyboard.press('Control+z')
    await expect.poll(places).toEqual(before)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(places).toEqual(after)
    await page.reload()
    await page.locator(`[data-card="${boat.id}"]`).waitFor()
    await page.getByRole('button', { name: 'Undo: moved 2 cards' }).click()
    await expect.poll(places).toEqual(before)
  })

  it('collapses and expands as one', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('c')
    await expect
      .poll(async () => (await storedCards(context, app.url, root.projectId)).every((card) => card.isCollapsed))
      .toBe(true)
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await storedCards(context, app.url, root.projectId)).some((card) => card.isCollapsed))
      .toBe(false)
  })

  it('is deleted after a confirmation, and restored whole from the trash', async () => {
    const before = await places()
    await page.keyboard.press('Escape')
    for (const id of [root.id, other.id]) {
      await page.keyboard.down('Shift')
      const { x, y } = await grip(page, id)
      await page.mouse.click(x, y)
      await page.keyboard.up('Shift')
    }
    await page.keyboard.press('Delete')
    await page.getByText('Delete these 2 generations and all their branches?').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted 4 generation(s) and their branches').waitFor()
    await expect.poll(places).toEqual({})
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Put back “A still lake between pine hills”' }).click()
    await page.getByRole('button', { name: 'Put back “A lighthouse in a storm”' }).click()
    await page.getByText('The trash is empty').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(places).toEqual(before)
    await expect.poll(() => page.locator('[data-card]').count()).toBe(4)
  })
})

describe('a rename', () => {
  it('is undone like every other change', async () => {
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabel('Project title').fill('Lake studies')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename “Lake studies”' }).waitFor()
    await page.getByRole('button', { name: 'Undo: renamed the project' }).click()
    await page.getByRole('button', { name: 'Rename “A still lake between pine hills”' }).waitFor()
  })
})

describe('two devices', () => {
  it('show each other’s changes, and apply the changes of one that was offline when it is back', async () => {
    const away = await browser.newContext({ ...desktop, baseURL: app.url })
    const second = await openPage(away)
    await signIn(second, app.url, account)
    await second.goto(`/project/${root.projectId}`)
    await second.locator(`[data-card="${root.id}"]`).waitFor()
    await fitBoard(second)

    await page.mouse.click((await grip(page, other.id)).x, (await grip(page, other.id)).y)
    await page.keyboard.press('c')
    await expect.poll(async () => (await cardBox(second, other.id))?.height).toBeLessThan(100)

    await away.setOffline(true)
    await drag(second, await grip(second, boat.id), { x: 60, y: 40 })
    await second.getByText('1 change not sent yet').waitFor()
    await page.keyboard.press('Control+z')
    const elsewhere = await places()
    await away.setOffline(false)
    await expect.poll(async () => (await places())[boat.id], { timeout: 20_000 }).not.toEqual(elsewhere[boat.id])
    await second.getByText(/^Saved/).waitFor()
    // Changes of the other device have arrived as well.
    await expect.poll(async () => (await cardBox(second, other.id))?.height, { timeout: 20_000 }).toBeGreaterThan(100)
    expect(second.errors).toEqual([])
    await away.close()
  })

  it('keep changes that were made offline in a page that is closed', async () => {
    const device = await browser.newContext({ ...desktop, baseURL: app.url })
    const first = await openPage(device)
    await signIn(first, app.url, account)
    await first.goto(`/project/${root.projectId}`)
    await first.locator(`[data-card="${night.id}"]`).waitFor()
    await fitBoard(first)
    const before = await places()
    await device.setOffline(true)
    await drag(first, await grip(first, night.id), { x: 80, y: -60 })
    await first.getByText('1 change not sent yet').waitFor()
    await first.close()
    await device.setOffline(false)
    const again = await openPage(device)
    await again.goto('/image')
    await expect.poll(async () => (await places())[night.id]).not.toEqual(before[night.id])
    await device.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
