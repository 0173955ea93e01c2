import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let projectId: string
let imageId: string

const drawer = () => page.getByRole('dialog', { name: 'Assets' })
const cards = () => board.generations(projectId)

beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  const made = await board.make({ prompt: 'a quince on a sill' })
  imageId = made.images[1]?.id ?? ''
  const reply = await journey.context.request.post(`${journey.app.url}/api/projects`, {
    headers: { origin: journey.app.url },
    data: { title: 'Walled garden' },
  })
  projectId = ((await reply.json()) as { id: string }).id
  await page.goto(`/project/${projectId}`)
  await page.locator('.canvas').waitFor()
})
afterAll(() => journey.close())

describe('an asset of another project', () => {
  it('is dragged from the drawer onto the canvas, where it is a card that stays after a reload', async () => {
    await page.getByRole('button', { name: 'Assets' }).first().click()
    await drawer().getByRole('searchbox').fill('quince')
    await page.locator(`[data-asset="${imageId}"]`).hover()
    await page.mouse.down()
    await page.mouse.move(700, 300, { steps: 4 })
    await page.mouse.move(820, 330, { steps: 4 })
    await page.getByText('Drop to bring it in').waitFor()
    await page.mouse.up()
    await page.locator('[data-card]').filter({ hasText: 'a quince on a sill' }).waitFor()
    await expect.poll(async () => (await cards()).map(({ images }) => images.length)).toEqual([1])
    await page.reload()
    await page.locator('[data-card]').filter({ hasText: 'Brought in' }).waitFor()
  })

  it('is put beside it by Enter, and taken back by undo', async () => {
    await page.keyboard.press('Shift+I')
    await page.locator('[data-asset]').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await cards()).length).toBe(2)
    const [one, two] = await cards()
    expect([one?.canvasX, one?.canvasY]).not.toEqual([two?.canvasX, two?.canvasY])
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await cards()).length).toBe(1)
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'detached' })
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
