import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEnded, drag, fitBoard, generate, type Made, onScreen, storedCards } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let page: Journey['page']
let context: Journey['context']
let root: Made
let other: Made

beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ page, context } = journey)
  const { url } = journey.app
  root = await generate(context, url, { prompt: 'A still lake between pine hills' })
  const { projectId } = root
  other = await generate(context, url, {
    prompt: 'A lighthouse in a storm',
    projectId,
    canvasX: 10_000,
    canvasY: 9_000,
  })
  await allEnded(context, url, projectId)
  await page.goto(`/project/${projectId}`)
  await page.locator(`[data-card="${other.id}"]`).waitFor()
  await fitBoard(page)
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
const saved = () => page.getByText(/^Saved/).waitFor()
const title = (name: string) => page.locator('button.frame-title', { hasText: name })

describe('a frame', () => {
  it('is made around the selected cards by a key, and named', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('a')
    await page.getByRole('textbox', { name: 'Title of the frame' }).fill('For the client')
    await page.keyboard.press('Enter')
    await title('For the client').waitFor()
    await saved()
    const cards = await storedCards(context, journey.app.url, root.projectId)
    const left = Math.min(...cards.map(({ canvasX }) => canvasX))
    const top = Math.min(...cards.map(({ canvasY }) => canvasY))
    await expect
      .poll(async () => (await stored()).frames)
      .toMatchObject([{ title: 'For the client', x: left - 50, y: top - 50 }])
    expect(await page.locator('.frame-sum').textContent()).toMatch(/^8 pictures/)
  })

  it('moves what lies in it, as one step that is undone and redone', async () => {
    await fitBoard(page)
    const before = await storedCards(context, journey.app.url, root.projectId)
    const [frame] = (await stored()).frames
    await page.keyboard.press('Escape')
    const box = await title('For the client').boundingBox()
    if (!box || !frame) throw new Error('The frame is not in view.')
    await drag(page, { x: box.x + 10, y: box.y + 8 }, { x: 120, y: 60 })
    await saved()
    const places = async () =>
      (await storedCards(context, journey.app.url, root.projectId)).map(({ canvasX, canvasY }) => [canvasX, canvasY])
    await expect.poll(async () => (await stored()).frames[0]?.x).toBeGreaterThan(frame.x + 50)
    const [moved] = (await stored()).frames
    const by = { x: (moved?.x ?? 0) - frame.x, y: (moved?.y ?? 0) - frame.y }
    const expected = before.map(({ canvasX, canvasY }) => [canvasX + by.x, canvasY + by.y])
    for (const [index, [x = 0, y = 0]] of (await places()).entries()) {
      expect(x).toBeCloseTo(expected[index]?.[0] ?? 0, 3)
      expect(y).toBeCloseTo(expected[index]?.[1] ?? 0, 3)
    }
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored()).frames[0]).toEqual(frame)
    expect(await places()).toEqual(before.map(({ canvasX, canvasY }) => [canvasX, canvasY]))
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await stored()).frames[0]?.x).toBe(moved?.x)
  })

  it('is drawn by a drag, resized by its corner and by keys, and fitted to its content', async () => {
    await fitBoard(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('application').waitFor()
    await drag(page, { x: 60, y: 140 }, { x: 200, y: 160 })
    await page.keyboard.press('Enter')
    await title('Frame 2').waitFor()
    await saved()
    const sizeOf = async () => {
      const frame = (await stored()).frames.find(({ title: name }) => name === 'Frame 2')
      return [Math.round(frame?.width ?? 0), Math.round(frame?.height ?? 0)]
    }
    await expect.poll(sizeOf).not.toEqual([0, 0])
    const [width = 0, height = 0] = await sizeOf()
    await title('Frame 2').click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(sizeOf).toEqual([width + 100, height])
    const corner = await page.locator('.canvas-corner').last().boundingBox()
    await drag(page, { x: (corner?.x ?? 0) + 5, y: (corner?.y ?? 0) + 5 }, { x: 0, y: 50 })
    await expect.poll(async () => (await sizeOf())[1]).toBeGreaterThan(height)
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await stored()).frames.length).toBe(1)

    await title('For the client').click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(async () => (await stored()).frames[0]?.width).toBeGreaterThan(900)
    await page.getByRole('button', { name: 'Fit to content' }).click()
    await expect.poll(async () => (await stored()).frames[0]?.width).toBeCloseTo(900, 3)
  })
})

describe('a note', () => {
  it('is placed, written in Markdown, and shown without any of its HTML', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.mouse.click(140, 640)
    await page
      .getByRole('textbox', { name: 'Text of the note' })
      .fill(
        '# Season\n\nThe **old** photograph <img src=x onerror=alert(1)>\n\n- [decides](https://example.com)\n- [not](javascript:alert(1))',
      )
    await page.keyboard.press('Escape')
    const note = page.locator('article.note')
    await expect.poll(() => note.locator('strong').textContent()).toBe('old')
    expect(await note.locator('img').count()).toBe(0)
    expect(await note.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://example.com',
    ])
    await saved()
    await expect.poll(async () => (await stored()).notes.length).toBe(1)
    await expectNoViolations(page)
  })

  it('is edited by Enter, moved by the arrows, duplicated and deleted, and comes back by undo after a reload', async () => {
    const note = page.locator('article.note').first()
    await note.click()
    const [before] = (await stored()).notes
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await stored()).notes[0]?.x).toBe((before?.x ?? 0) + 10)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Text of the note' }).fill('Season is ours.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await stored()).notes[0]?.text).toBe('Season is ours.')
    await page.keyboard.press('Control+d')
    await expect.poll(async () => (await stored()).notes.length).toBe(2)
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await stored()).notes.length).toBe(1)
    await page.reload()
    await note.waitFor()
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await stored()).notes.map(({ text }) => text))
      .toEqual(Array(2).fill('Season is ours.'))
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await stored()).notes.length).toBe(1)
  })
})

describe('frames and notes', () => {
  it('are live on a second device, also after a connection was away', async () => {
    const second = await openPage(context)
    await second.goto(`/project/${root.projectId}`)
    await second.locator('article.note').waitFor()
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
    const pdf = await bytesOf('Export as PDF')
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

  it('are presented one after the other, by arrow keys, with prompts or without', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+P')
    const screen = page.getByRole('dialog', { name: 'Presentation' })
    await screen.getByRole('heading', { name: 'For the client' }).waitFor()
    await expect.poll(() => screen.locator('img').count()).toBe(8)
    await screen.getByRole('button', { name: 'Cards' }).click()
    await screen.getByText('1 of 2').waitFor()
    await expect.poll(() => screen.locator('.present-single img').count()).toBe(4)
    expect(await screen.locator('figcaption').count()).toBe(0)
    await page.keyboard.press('p')
    const prompts = [await screen.locator('figcaption').textContent()]
    await page.keyboard.press('Escape')
    await screen.waitFor({ state: 'detached' })

    await context.setOffline(true)
    await title('For the client').click()
    await page.getByRole('button', { name: 'Present' }).click()
    await screen.getByRole('button', { name: 'Cards' }).click()
    await page.keyboard.press('End')
    await screen.getByText('2 of 2').waitFor()
    await expect.poll(() => screen.locator('.present-single img').count()).toBe(4)
    prompts.push(await screen.locator('figcaption').textContent())
    expect(prompts.toSorted()).toEqual(['A lighthouse in a storm', 'A still lake between pine hills'])
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await screen.waitFor({ state: 'detached' })
    await context.setOffline(false)
  })

  it('are listed for screen readers, and found by keys alone', async () => {
    const list = page.getByRole('listbox', { name: 'Frames and notes' })
    await list.getByRole('option').focus()
    const first = await list.getByRole('option').textContent()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => list.getByRole('option').textContent()).not.toBe(first)
    await page.keyboard.press('Home')
    await expect.poll(() => list.getByRole('option').textContent()).toBe(first)
  })

  it('are made without a pointer: a note by S and Enter, a frame by A and Enter', async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(70, 500)
    await page.keyboard.press('s')
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Text of the note' }).fill('By keys.')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await stored()).notes.map(({ text }) => text)).toContain('By keys.')
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title of the frame' }).fill('Made by keys')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored()).frames.map((frame) => frame.title)).toContain('Made by keys')
    expect(other.projectId).toBe(root.projectId)
    const [frame] = (await stored()).frames
    expect(await onScreen(page, { x: frame?.x ?? 0, y: frame?.y ?? 0 })).toMatchObject({ x: expect.any(Number) })
    expect(page.errors).toEqual([])
  })
})
