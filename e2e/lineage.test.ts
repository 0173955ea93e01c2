import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { cardRecord, fileId, filesOf, imageRecord, zipOf } from '#server-testing/project-files.ts'
import { boardOf } from './support/board-of.ts'
import { fitBoard, onScreen } from './support/canvas.ts'
import { chip, go, promptField } from './support/composer.ts'
import type { Journey } from './support/journey.ts'
import {
  cardsByPrompt,
  chooseCard,
  type LakeBoard,
  lineToBoat,
  makeLakeBoard,
  openLakeBoard,
  openLakeJourney,
} from './support/lake-board.ts'
import { expectFocused } from './support/person.ts'

/** A sample style. */
const pineBlock = '4697839b-5269-509a-95ba-9a6dc9fa90c6'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let cards: LakeBoard
let projectId: string
let root: GenerationShape
let boat: GenerationShape
let night: GenerationShape
let bare: GenerationShape

beforeAll(async () => {
  journey = await openLakeJourney()
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  cards = await makeLakeBoard(board)
  ;({ projectId, root, boat, night, bare } = cards)
  await openLakeBoard(page, cards)
}, 240_000)
afterAll(() => journey.close())

const stored = () => cardsByPrompt(board, projectId)
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const choose = (card: GenerationShape) => chooseCard(page, card)
/** On the line between the first card and the boat. */
const onLine = () => onScreen(page, lineToBoat)

describe('the change between two cards', () => {
  it('is shown along the hovered line, word by word, and disappears with the pointer', async () => {
    const { x, y } = await onLine()
    await page.mouse.move(x, y)
    await dialog('What changed').waitFor()
    expect(await dialog('What changed').locator('ins').first().textContent()).toBe(', a rowing boat')
    await dialog('What changed').getByText('image 3').waitFor()
    await page.mouse.move(20, 500)
    await dialog('What changed').waitFor({ state: 'detached' })
  })

  it('is shown by a key, holds the focus, and gives it back', async () => {
    await choose(night)
    await page.keyboard.press('w')
    await dialog('What changed').getByText('Ratio').waitFor()
    await expectFocused(dialog('What changed'))
    await page.keyboard.press('Escape')
    await dialog('What changed').waitFor({ state: 'detached' })
    await expectFocused(page.locator(`[data-card="${night.id}"]`))
  })

  it('names removed words as well as added ones', async () => {
    await choose(bare)
    await page.keyboard.press('w')
    const words = (kind: 'ins' | 'del') => dialog('What changed').locator(kind).first().textContent()
    expect([await words('del'), await words('ins')]).toEqual(['pine', 'bare'])
    await page.keyboard.press('Escape')
  })

  it('is applied to another card by keyboard alone', async () => {
    await choose(night)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Apply this change to…' }).press('Enter')
    const panel = dialog('Apply this change')
    await expectFocused(panel.getByLabel('Search prompts and models'))
    await page.keyboard.type('bare')
    await panel.getByRole('button', { name: /^A still lake between bare hills/ }).press('Enter')
    await panel.getByText('16:9').waitFor()
    expect(await panel.locator('ins').first().textContent()).toBe(', at night')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('is applied to another card after a preview of the new prompt and its price', async () => {
    await choose(boat)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Apply this change to…' }).click()
    await dialog('Apply this change').getByLabel('Search prompts and models').fill('bare')
    await dialog('Apply this change')
      .getByRole('button', { name: /^A still lake between bare hills/ })
      .click()
    await dialog('Apply this change').getByText('4 images · 4.00 credits').waitFor()
    expect(await dialog('Apply this change').locator('ins').first().textContent()).toBe(', a rowing boat')
    await dialog('Apply this change').getByRole('button', { name: /^Go\b/ }).click()
    const prompt = 'A still lake between bare hills, a rowing boat'
    await expect.poll(async () => (await stored()).get(prompt)?.parentGenerationId).toBe(bare.id)
    expect((await stored()).get(prompt)).toMatchObject({ parentImageId: bare.images[0]?.id, branchKind: 'remix' })
  })
})

describe('the path to an image', () => {
  it('is walked by arrow keys, and the canvas follows', async () => {
    await fitBoard(page)
    await choose(night)
    await page.keyboard.press('p')
    const steps = dialog('Path to here').getByRole('listitem')
    expect(await steps.count()).toBe(3)
    await page
      .getByRole('button', { name: /^Step 3 of 3: . at night/ })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator(`[data-card="${boat.id}"][data-selected]`).waitFor()
    await page.keyboard.press('Home')
    await page.locator(`[data-card="${root.id}"][data-selected]`).waitFor()
    expect(
      await dialog('Path to here')
        .getByRole('button', { name: /^Step 1/ })
        .getAttribute('aria-current'),
    ).toBe('step')
  })

  it('plays to its end', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator(`[data-card="${night.id}"][data-selected]`).waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('is exported as a strip and as an animation, and printed without the page around it', async () => {
    for (const [item, name] of [
      ['Picture strip (PNG)', /^path-.*\.png$/],
      ['Animation (WebP)', /^path-.*\.webp$/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      expect((await download).suggestedFilename()).toMatch(name)
      const { format, pages = 1, width, height } = await sharp(await (await download).path()).metadata()
      // Three steps side by side, and three one after the other.
      expect([format, pages]).toEqual(item.startsWith('Picture') ? ['png', 1] : ['webp', 3])
      expect(width > height).toBe(item.startsWith('Picture'))
    }
    // The browser's print dialog never opens here: what would be printed is checked while the page waits for it.
    await page.evaluate(() => {
      window.print = () =>
        document.documentElement.setAttribute(
          'data-printed',
          document.querySelectorAll('.path-print img').length.toString(),
        )
    })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await page.locator('html[data-printed="3"]').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await dialog('Path to here').waitFor({ state: 'detached' })
  })
})

describe('a series', () => {
  it('is counted and priced before Go, over two axes', async () => {
    await page.goto('/image')
    await promptField(page).fill('a {red|blue} door')
    await chip(page, 'Several').click()
    for (const ratio of ['1:1', '16:9']) await dialog('Make several').getByRole('checkbox', { name: ratio }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images · 16.00 credits')
    await promptField(page).fill('')
  })

  it('is a branch run again: placeholder cards, and the total price, before anything is requested', async () => {
    await page.goto(`/project/${projectId}?card=${boat.id}`)
    await choose(boat)
    await page.keyboard.press('r')
    const panel = dialog('Run this branch again')
    await panel.getByRole('button', { name: 'Run again, 2 cards, 8.00 credits' }).waitFor()
    await expect.poll(() => page.locator('.placeholder-card').count()).toBe(2)
    const before = (await stored()).size
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect([await page.locator('.placeholder-card').count(), (await stored()).size]).toEqual([0, before])
  })
})

describe('a branch in which everything changed', () => {
  it('has a chip for each change: model, style, references, ratio, size, raw, image and seed', async () => {
    const [parent, child] = [fileId(1), fileId(2)]
    const pictureOf = (card: string, place: number) => card.replace(/.$/, String(place + 1))
    const shown = [0, 1].map((orderNum) => imageRecord(pictureOf(parent, orderNum), { orderNum }))
    const cards = [
      cardRecord(parent, { prompt: 'a pear', images: shown }),
      cardRecord(child, {
        prompt: 'a pear',
        parentGenerationId: parent,
        parentImageId: pictureOf(parent, 1),
        branchKind: 'remix',
        model: 'a model of elsewhere',
        style: { id: pineBlock, title: 'Pine Block', promptFragment: 'woodblock print', referenceIds: [] },
        imagePrompts: [pictureOf(parent, 0)],
        styleReferences: [pictureOf(parent, 1)],
        aspectRatio: '16:9',
        resolution: '2K',
        rawMode: true,
        seed: 8,
        canvasX: 900,
        images: [imageRecord(pictureOf(child, 0))],
      }),
    ]
    const reply = await journey.context.request.post('/api/projects/import', {
      headers: { origin: journey.app.url },
      multipart: {
        file: { name: 'pears.zip', mimeType: 'application/zip', buffer: await zipOf(await filesOf(cards)) },
      },
    })
    const { id } = (await reply.json()) as { id: string }
    const made = (await board.generations(id)).find(({ parentGenerationId }) => parentGenerationId !== null)
    if (!made) throw new Error('The branch was not imported.')
    await page.goto(`/project/${id}?card=${made.id}`)
    await choose(made)
    await page.keyboard.press('w')
    const chips = dialog('What changed').locator('.change-chip')
    await chips.first().waitFor()
    const names = await chips.evaluateAll((all) => all.map((each) => each.firstElementChild?.textContent))
    expect(names).toEqual(['Model', 'Style', 'Image prompts', 'Image styles', 'Ratio', 'Size', 'Raw', 'From', 'Seed'])
    await dialog('What changed').getByText('Pine Block').waitFor()
    await dialog('What changed').getByText('a model of elsewhere').waitFor()
    await dialog('What changed').getByText('image 2').waitFor()
    await page.keyboard.press('Escape')
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
