import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEnded, fitBoard, generate, type Made } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let page: Journey['page']
let context: Journey['context']
let root: Made

beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ page, context } = journey)
  const { url } = journey.app
  root = await generate(context, url, { prompt: 'A still lake between pine hills' })
  const { projectId } = root
  const other = await generate(context, url, {
    prompt: 'A lighthouse in a storm',
    projectId,
    canvasX: 10_000,
    canvasY: 9_000,
  })
  await allEnded(context, url, projectId)
  await page.goto(`/project/${projectId}`)
  await page.locator(`[data-card="${other.id}"]`).waitFor()
  await fitBoard(page)
  await makeItems()
}, 120_000)
afterAll(() => journey.close())

type Items = {
  frames: { id: string; title: string; x: number; y: number; width: number; height: number }[]
  notes: { id: string; text: string; x: number; y: number }[]
}
/** The frames and notes as the server has them. */
async function stored(): Promise<Items> {
  const reply = await context.request.get(`${journey.app.url}/api/projects/${root.projectId}/board`)
  return JSON.parse((await reply.text()).split('\n')[0] ?? '') as Items
}
const title = (name: string) => page.locator('button.frame-title', { hasText: name })

/** Puts a frame around both cards, and a note beside it. */
async function makeItems(): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.press('a')
  await page.getByRole('textbox', { name: 'Title of the frame' }).fill('For the client')
  await page.keyboard.press('Enter')
  await title('For the client').waitFor()
  await page.locator('.frame-sum', { hasText: /^8 pictures/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.mouse.click(140, 640)
  await page.getByRole('textbox', { name: 'Text of the note' }).fill('Season is ours.')
  await page.keyboard.press('Escape')
  await page.getByText(/^Saved/).waitFor()
}

describe('a frame with a note', () => {
  it('are kept, and live on a second device, also after a connection was away', async () => {
    expect((await stored()).notes.map(({ text }) => text)).toEqual(['Season is ours.'])
    const second = await openPage(context)
    await second.goto(`/project/${root.projectId}`)
    await second.locator('article.note').waitFor()
    expect(await second.locator('button.frame-title').textContent()).toContain('For the client')
    await context.setOffline(true)
    await page.locator('article.note').click()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Text of the note' }).fill('Written without a connection.')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('article.note').textContent()).toContain('without a connection')
    await context.setOffline(false)
    await expect.poll(() => second.locator('article.note').textContent(), { timeout: 30_000 }).toContain('without a')
    await second.close()
  })

  it('are part of a review link, and a frame is exported as one picture and as one page', async () => {
    await fitBoard(page)
    await title('For the client').click()
    const bytesOf = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return readFile(await (await download).path())
    }
    const png = await sharp(await bytesOf('Export as picture (PNG)')).metadata()
    const [frame] = (await stored()).frames
    const ratio = ((frame?.width ?? 0) + 80) / ((frame?.height ?? 0) + 136)
    expect([png.format, png.width > 1_000, Math.abs(png.width / png.height - ratio) < 0.01]).toEqual([
      'png',
      true,
      true,
    ])
    expect(png.xmp?.toString()).toContain('digitalsourcetype/algorithmicMedia<')
    const pdf = await bytesOf('Export as PDF')
    expect(pdf.includes('digitalsourcetype/algorithmicMedia<')).toBe(true)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(20_000)
    const link = await context.request.post(`${journey.app.url}/api/projects/${root.projectId}/shares`, {
      headers: { origin: journey.app.url },
      data: { expiry: 'never', showsPrompts: true },
    })
    const visitor = await openPage(context)
    await visitor.goto(((await link.json()) as { address: string }).address)
    await expect.poll(() => visitor.locator('.frame-title').allTextContents()).toContain('For the client')
    await expect.poll(() => visitor.locator('.note').count()).toBe(1)
    await expectNoViolations(visitor)
    await visitor.close()
  })

  it('is presented with its pictures while the connection is away', async () => {
    const screen = page.getByRole('dialog', { name: 'Presentation' })
    await fitBoard(page)
    await title('For the client').click()
    await page.getByRole('button', { name: 'Present' }).click()
    await screen.getByRole('button', { name: 'Cards' }).click()
    await screen.getByText('1 of 2').waitFor()
    await expect.poll(() => screen.locator('.present-single img').count()).toBe(4)
    await page.keyboard.press('Escape')
    await screen.waitFor({ state: 'detached' })

    await context.setOffline(true)
    await title('For the client').click()
    await page.getByRole('button', { name: 'Present' }).click()
    await screen.getByRole('button', { name: 'Cards' }).click()
    await page.keyboard.press('End')
    await screen.getByText('2 of 2').waitFor()
    await expect.poll(() => screen.locator('.present-single img').count()).toBe(4)
    await page.keyboard.press('Escape')
    await screen.waitFor({ state: 'detached' })
    await context.setOffline(false)
    expect(page.errors).toEqual([])
  })
})
