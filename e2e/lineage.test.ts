import type { BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardRecord, fileId, filesOf, imageRecord, zipOf } from '#server/testing/project-files.ts'
import { boardOf } from './support/board-of.ts'
import { fitBoard, grip, onScreen } from './support/canvas.ts'
import { chip, go, promptField } from './support/composer.ts'
import { type Fingers, fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectFocused, expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

const account = newAccount('Ada')
/** An image costs a credit, a card four. */
const variables = { SKETCH_CREDITS: '1' }
/** A sample style. */
const pineBlock = '4697839b-5269-509a-95ba-9a6dc9fa90c6'
const lake = 'A still lake between pine hills'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let projectId: string
let root: Awaited<ReturnType<typeof board.make>>
let boat: typeof root
let night: typeof root
let bare: typeof root

const at = (column: number, row: number) => ({ canvasX: 10_000 + column * 900, canvasY: 10_000 + row * 500 })

beforeAll(async () => {
  journey = await openJourney({ account, variables })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  root = await board.make({ prompt: lake, model: 'Sketch', aspectRatio: '2:3' })
  projectId = root.projectId
  const under = (parent: typeof root, prompt: string, more: object) =>
    board.make({ prompt, model: 'Sketch', projectId, parentGenerationId: parent.id, branchKind: 'remix', ...more })
  const from = (parent: typeof root, image: number) => ({ parentImageId: parent.images[image]?.id ?? null })
  boat = await under(root, `${lake}, a rowing boat`, { ...from(root, 2), ...at(0, 1), aspectRatio: '2:3' })
  bare = await under(root, 'A still lake between bare hills', { ...from(root, 0), ...at(1, 1), aspectRatio: '2:3' })
  night = await under(boat, `${lake}, a rowing boat, at night`, { ...from(boat, 1), ...at(0, 2), aspectRatio: '16:9' })
  await page.goto(`/project/${projectId}`)
  await page.locator('[data-card]').first().waitFor()
  await fitBoard(page)
}, 240_000)
afterAll(() => journey.close())

/** The cards as the server has them, by their prompts. */
const stored = async () => new Map((await board.finished(projectId)).map((card) => [card.prompt, card]))
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
/** Chooses a card as somebody does who listens to the page. */
const choose = async (card: typeof root) => {
  const { x, y } = await grip(page, card.id)
  await page.mouse.click(x, y)
  await page.locator(`[data-card="${card.id}"][data-selected]`).waitFor()
}
/** On the line between the first card and the boat. */
const onLine = () => onScreen(page, { x: 10_400, y: 10_420 })

describe('what changed', () => {
  it('is shown along the line that is pointed at, word by word, and goes with the pointer', async () => {
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

  it('names words that went as well as those that came', async () => {
    await choose(bare)
    await page.keyboard.press('w')
    const words = (kind: 'ins' | 'del') => dialog('What changed').locator(kind).first().textContent()
    expect([await words('del'), await words('ins')]).toEqual(['pine', 'bare'])
    await page.keyboard.press('Escape')
  })

  it('is made to another card by keyboard alone', async () => {
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

  it('is made to another card, after a look at the new prompt and its price', async () => {
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
  it('is walked by arrows, and the canvas follows', async () => {
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
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator(`[data-card="${night.id}"][data-selected]`).waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
  })

  it('is taken away as a strip and as an animation, and printed without the page around it', async () => {
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
    // The browser's own window for printing never comes: what would be printed is looked at while it waits.
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

describe('comparing', () => {
  it('lays the images of a card beside and over each other, by keys', async () => {
    await fitBoard(page)
    await choose(root)
    await page.keyboard.press('x')
    await dialog('Compare 4 images').waitFor()
    await page.getByRole('button', { name: 'Slider' }).click()
    await page.getByRole('button', { name: 'A and C' }).click()
    const split = page.getByLabel('Where the pictures meet')
    await split.focus()
    await page.keyboard.press('ArrowRight')
    expect(await split.inputValue()).toBe('51')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Blink' }).click()
    await page.getByRole('button', { name: 'Shows A. Press Space to switch.' }).press('Space')
    await page.getByRole('button', { name: 'Shows C. Press Space to switch.' }).waitFor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Overlay' }).click()
    await page.getByLabel('How much of C is seen').fill('20')
    const second = page.locator('.compare-layer').last()
    expect(await second.evaluate((layer) => getComputedStyle(layer).opacity)).toBe('0.2')
  })

  it('keeps all of them at the same spot when one is magnified', async () => {
    await page.getByRole('button', { name: 'Side by side' }).click()
    const panes = page.locator('.compare-pane img')
    const views = () => panes.evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform))
    const whole = await views()
    await page.locator('.compare-pane').first().hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await views())[0]).not.toBe(whole[0])
    expect(new Set(await views()).size).toBe(1)
    expect(await panes.count()).toBe(4)
  })

  it('picks a winner, which is starred', async () => {
    await page.getByRole('button', { name: /^Pick as winner.*C$/ }).click()
    await expect.poll(async () => (await stored()).get(lake)?.images[2]?.feedback).toEqual(['star'])
    await page.keyboard.press('Escape')
    await dialog(/^Compare/).waitFor({ state: 'detached' })
  })

  it('takes images from anywhere', async () => {
    await choose(boat)
    await page.keyboard.press('Shift+X')
    await choose(night)
    await page.keyboard.press('Shift+X')
    await page.getByRole('region', { name: 'Images to compare' }).getByRole('button', { name: 'Compare 2' }).click()
    await dialog('Compare 2 images').waitFor()
    const differing = dialog('Compare 2 images').locator('[data-differs] dt')
    expect(new Set(await differing.allTextContents())).toEqual(new Set(['Settings', 'Seed']))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear' }).click()
  })
})

describe('culling', () => {
  it('judges one image after the other by keys, and goes on by itself', async () => {
    await choose(bare)
    await page.keyboard.press('k')
    await dialog('Cull').getByText('1 of 8').waitFor()
    await page.keyboard.press('1')
    await dialog('Cull').getByText('2 of 8').waitFor()
    await page.keyboard.press('2')
    await dialog('Cull').getByText('3 of 8').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('3')
    await dialog('Cull').getByText('3 of 8').waitFor()
    await page.keyboard.press('Escape')
    const feedback = async () => (await stored()).get(bare.prompt)?.images.map((image) => image.feedback.join())
    await expect.poll(feedback).toEqual(['dislike', 'star', '', ''])
    for (const left of [
      ['dislike', 'like', '', ''],
      ['dislike', '', '', ''],
      ['', '', '', ''],
    ]) {
      await page.keyboard.press('Control+z')
      await expect.poll(feedback).toEqual(left)
    }
  })

  it('folds what leads to nothing chosen, and unfolds it', async () => {
    const folded = async () => [...(await stored()).values()].filter((card) => card.isCollapsed).map(({ id }) => id)
    await page.keyboard.press('f')
    await expect.poll(async () => (await folded()).includes(bare.id)).toBe(true)
    expect(await folded()).not.toContain(root.id)
    await page.keyboard.press('Shift+F')
    await expect.poll(folded).toEqual([])
  })
})

describe('what a branch cost', () => {
  it('is split into the way to the winner and the rest', async () => {
    await fitBoard(page)
    await choose(root)
    await page.keyboard.press('e')
    await dialog('What this branch cost')
      .getByText('This branch: 20.00 credits, 4.00 on the way to the winner, 16.00 exploring.')
      .waitFor()
  })

  it('has a cap, which the prompt panel shows and Go respects', async () => {
    await page.getByLabel('Cap on this branch').fill('21')
    await page.getByRole('button', { name: 'Set cap' }).click()
    await dialog('What this branch cost').getByText('Cap: 1.00 of 21.00 credits left in this branch').waitFor()
    await page.keyboard.press('Escape')
    await choose(night)
    await page.keyboard.press('b')
    await page.getByRole('button', { name: /^Enhance/ }).click()
    await page.getByText('Cap: 1.00 of 21.00 credits left in this branch').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('This branch may cost 21.00 credits, and 1.00 of them are left.').waitFor()
    expect((await stored()).size).toBe(5)
    expect(page.errors).toEqual([])
  })
})

describe('several at once', () => {
  it('are counted and priced before Go, over two axes', async () => {
    await page.goto('/image')
    await promptField(page).fill('a {red|blue} door')
    await chip(page, 'Several').click()
    for (const ratio of ['1:1', '16:9']) await dialog('Make several').getByRole('checkbox', { name: ratio }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 cards · 16 images · 16.00 credits')
    await promptField(page).fill('')
  })

  it('are a branch made again: ghosts, and the price of all, before anything is asked for', async () => {
    await page.goto(`/project/${projectId}?card=${boat.id}`)
    await choose(boat)
    await page.keyboard.press('r')
    const panel = dialog('Run this branch again')
    await panel.getByRole('button', { name: 'Run again, 2 cards, 8.00 credits' }).waitFor()
    await expect.poll(() => page.locator('.ghost-card').count()).toBe(2)
    const before = (await stored()).size
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect([await page.locator('.ghost-card').count(), (await stored()).size]).toEqual([0, before])
  })
})

describe('a branch in which everything changed', () => {
  it('has a chip for each thing: model, style, references, ratio, size, raw, image and seed', async () => {
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

describe('on a phone', () => {
  let context: BrowserContext
  let small: Awaited<ReturnType<typeof openPage>>
  let fingers: Fingers
  beforeAll(async () => {
    context = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    small = await openPage(context)
    fingers = fingersOn(await context.newCDPSession(small))
  })
  afterAll(() => context.close())

  const part = (name: string | RegExp) => small.getByRole('dialog', { name })
  /** Opens the board on a card, near enough for what is on it and its lines to be touched. */
  const openOn = async (card: typeof root) => {
    await small.goto(`/project/${projectId}?card=${card.id}`)
    await small.locator(`[data-card="${card.id}"]`).waitFor()
    await small.locator('[data-connector]').first().waitFor({ state: 'attached' })
  }
  /** Rests a finger on a card until its menu is there, and taps a command. The view may still be gliding at first. */
  const choosesFor = async (card: typeof root, command: string | RegExp) => {
    const item = small.getByRole('menuitem', { name: command })
    const open = async () => {
      await fingers.rest(await grip(small, card.id))
      return item.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(open).toBe(true)
    await item.tap()
  }

  it('a branch tells what it cost, and its cap is taken off', async () => {
    await openOn(root)
    await choosesFor(root, /^Branch cost/)
    const panel = part('What this branch cost')
    await panel.getByText('This branch: 20.00 credits, 4.00 on the way to the winner, 16.00 exploring.').waitFor()
    await expectNoViolations(small)
    await panel.getByRole('button', { name: 'Remove cap' }).tap()
    await panel.getByText(/^Cap: /).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Close' }).tap()
    await panel.waitFor({ state: 'detached' })
  })

  it('a tap on a line shows what changed, and the same change is made to another card', async () => {
    const open = async () => {
      const { x, y } = await onScreen(small, { x: 10_400, y: 10_420 })
      await small.touchscreen.tap(x, y)
      return part('What changed')
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        )
    }
    await expect.poll(open).toBe(true)
    await expectNoViolations(small)
    await small.getByRole('button', { name: 'Apply this change to…' }).tap()
    await part('Apply this change')
      .getByRole('button', { name: /^A still lake between bare hills Sketch/ })
      .tap()
    await part('Apply this change').getByText('4 images · 4.00 credits').waitFor()
    await expectNoViolations(small)
    await part('Apply this change').getByRole('button', { name: /^Go\b/ }).tap()
    const madeOfBare = async () =>
      (await board.generations(projectId)).filter(({ parentGenerationId }) => parentGenerationId === bare.id)
    await expect
      .poll(async () => (await madeOfBare()).map(({ prompt }) => prompt))
      .toEqual(Array(2).fill('A still lake between bare hills, a rowing boat'))
  })

  it('a path is walked by taps, and the canvas follows', async () => {
    await openOn(night)
    await choosesFor(night, 'Path to here')
    const step = (place: number) =>
      part('Path to here').getByRole('button', { name: new RegExp(`^Step ${place} of 3`) })
    await step(3).and(small.locator('[aria-current]')).waitFor()
    await expectNoViolations(small)
    await step(1).tap()
    await small.locator(`[data-card="${root.id}"][data-selected]`).waitFor()
    await part('Path to here').getByRole('button', { name: 'Next step' }).tap()
    await small.locator(`[data-card="${boat.id}"][data-selected]`).waitFor()
    await part('Path to here').getByRole('button', { name: 'Close' }).tap()
    await part('Path to here').waitFor({ state: 'detached' })
  })

  it('images are judged by taps, one after the other', async () => {
    await openOn(bare)
    await choosesFor(bare, 'Cull this branch')
    await part('Cull').getByText('1 of').waitFor()
    await expectNoViolations(small)
    await part('Cull').getByRole('button', { name: /^Like/ }).tap()
    await part('Cull').getByText('2 of').waitFor()
    await part('Cull').getByRole('button', { name: 'Close' }).tap()
    await expect.poll(async () => (await stored()).get(bare.prompt)?.images[0]?.feedback).toEqual(['like'])
    expect(small.errors).toEqual([])
  })
})
