import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { expectFocused, generationFor, go, openByKey, promptField } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import { type FakeServer, lostConnection, refuse } from '#web/testing/fake-server.ts'
import { reducedMotionQuery } from '#web/ui/browser-state.ts'

const cardId = uuid(2)
const board = `/project/${uuid(1)}?card=${cardId}`
const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
const bar = page.getByRole('region', { name: 'Prompt bar' })
const sent = ({ requests }: FakeServer) =>
  requests.filter(({ path, method }) => method === 'POST' && path === '/api/generations').map(({ body }) => body)

const open = (path = board) =>
  openApp(path, {
    account: { models: listedModels(), plan: 'basic' },
    replies: { generations: { request: generationFor } },
  })

/** Takes the second image of the card in hand. */
async function takeImage(): Promise<void> {
  await expect.poll(card).not.toBeNull()
  // Sent to the picture itself: a card of an earlier test may lie above it.
  const picture = () => card()?.querySelectorAll('.picture-open')[1]
  await expect.poll(picture).toBeDefined()
  picture()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await expect.element(bar.getByText('Remix')).toBeVisible()
}

describe('the prompt bar', () => {
  it('is focused by a slash, and left by Escape with its words', async () => {
    await open()
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('/')
    await expectFocused(promptField)
    await promptField.fill('a heron')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement === promptField.query()).toBe(false)
    await expect.element(promptField).toHaveValue('a heron')
    await expect.element(bar).toHaveAttribute('data-state', 'rest')
  })

  it('makes a new card where nothing is in hand', async () => {
    const server = await open()
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('n')
    await expectFocused(promptField)
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({ prompt: 'a heron', projectId: uuid(1) })
    expect(sent(server)[0]).not.toHaveProperty('parentImageId')
    await expect.element(promptField).toHaveValue('')
  })

  it('goes as soon as the models are there, where Go was pressed before', async () => {
    const models = Promise.withResolvers<void>()
    const server = await openApp(board, {
      account: { models: listedModels(), plan: 'basic' },
      replies: {
        generations: { request: generationFor },
        models: {
          async list() {
            await models.promise
            return { items: listedModels(), nextCursor: null }
          },
        },
      },
    })
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('n')
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(sent(server)).toHaveLength(0)
    models.resolve()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({ prompt: 'a heron' })
  })

  it('branches from the image in hand, and says so', async () => {
    const server = await open()
    await takeImage()
    await userEvent.keyboard('/')
    await expect.element(bar.getByText('Branch from image 2 of 4')).toBeVisible()
    await promptField.fill('by evening light')
    await expectText('Lands here')
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({
      prompt: 'by evening light',
      parentGenerationId: cardId,
      branchKind: 'remix',
    })
  })

  it('says where the branch will land what it costs', async () => {
    const models = listedModels().map((model) => ({ ...model, prices: { '1K': 180, '2K': 180, '4K': 180 } }))
    await openApp(board, { account: { models, plan: 'basic' } })
    await takeImage()
    await promptField.fill('by evening light')
    await expect
      .poll(() => document.querySelector('.landing-place')?.textContent)
      .toBe('Lands here4 images · 7.20 credits')
  })

  it('lets the new card grow out of the image, and draws its line', async () => {
    const grown: (Keyframe[] | PropertyIndexedKeyframes | null)[] = []
    const animate = vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, keyframes) {
      if (this.matches('.card')) grown.push(keyframes)
      return { currentTime: 0 } as Animation
    })
    const { matchMedia } = window
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => matchMedia.call(window, query === reducedMotionQuery ? 'not all' : query))
    const server = await open()
    server.reply({ generations: { request: () => new Promise<never>(() => {}) } })
    await takeImage()
    await promptField.fill('by evening light')
    await go.click()
    await expect.poll(() => grown).toHaveLength(1)
    expect(grown[0]).toMatchObject([{ scale: expect.closeTo(188 / 800, 2) }, {}])
    await expect.poll(() => document.querySelector('.growing-branch path')).not.toBeNull()
    animate.mockRestore()
    media.mockRestore()
  })

  it('enhances as well, with the words of the dialog where none are written', async () => {
    const server = await open()
    await takeImage()
    await bar.getByRole('button', { name: 'Kind of branch: Remix' }).click()
    await page.getByRole('menuitemradio', { name: /^Enhance/ }).click()
    await expect.element(promptField).toHaveValue('Improve quality and add more details')
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({ branchKind: 'enhance' })
  })

  it('lists the models that work, and takes the one that is found by typing', async () => {
    const account = { models: listedModels('Krea 2', 'Flux'), plan: 'basic' } as const
    const server = await openApp(board, { account, replies: { generations: { request: generationFor } } })
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('n')
    await expectFocused(promptField)
    await promptField.fill('a heron')
    await bar.getByRole('button', { name: /^Model/ }).click()
    await expect.poll(() => page.getByRole('option').elements().length).toBe(3)
    // All of them work: nothing to narrow.
    expect(page.getByRole('switch', { name: 'Works here' }).query()).toBeNull()
    await userEvent.keyboard('krea 2{Enter}')
    await expect.element(bar.getByRole('button', { name: /^Model.*Krea 2/ })).toBeVisible()
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({ model: 'Krea 2' })
  })

  it('leaves the zoom bar free above it, however many rows it has', async () => {
    await page.viewport(768, 1024)
    await open()
    await takeImage()
    await userEvent.keyboard('/')
    await promptField.fill('by evening light\n\nand\nmore')
    await expect.element(bar.getByText('Branch from image 2 of 4')).toBeVisible()
    const fit = page.getByRole('button', { name: 'Fit to view' })
    const isFree = () => {
      const { x, y, width, height } = fit.element().getBoundingClientRect()
      return fit.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    await expect.poll(isFree).toBe(true)
    await page.viewport(1440, 900)
  })

  it('lets go of the image', async () => {
    await open()
    await takeImage()
    await userEvent.keyboard('/')
    await bar.getByRole('button', { name: 'Let go of this image' }).click()
    await expect.element(bar.getByText('Remix')).not.toBeInTheDocument()
  })

  it('branches from the image that the words were written for, whatever is selected later, also after a reload', async () => {
    const server = await open()
    await takeImage()
    await promptField.fill('by evening light')
    await userEvent.keyboard('{Escape}')
    await reloadApp(`/project/${uuid(1)}`)
    await expect.element(bar.getByText('Remix')).toBeVisible()
    await promptField.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    const image = { parentGenerationId: cardId, parentImageId: uuid(21), branchKind: 'remix' }
    expect(sent(server)[0]).toMatchObject({ prompt: 'by evening light', ...image })
  })

  it('makes no new card in the place of a branch whose image was deleted meanwhile', async () => {
    const server = await open()
    await takeImage()
    await expect.poll(server.isFollowed).toBe(true)
    await userEvent.keyboard('/')
    await promptField.fill('by evening light')
    server.send('generation-deleted', { seq: 2, projectId: uuid(1), generationId: cardId, ids: [cardId] })
    await expect.element(bar.getByText('This image was deleted')).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expectText('The image that you branch from was deleted. Let go of it to make a new card.')
    expect(sent(server)).toEqual([])
    await expect.element(promptField).toHaveValue('by evening light')
    await bar.getByRole('button', { name: 'Let go of this image' }).click()
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).not.toHaveProperty('parentGenerationId')
  })

  it('makes a new card after the image in hand was deleted while no words were written', async () => {
    const server = await open()
    await takeImage()
    await expect.poll(server.isFollowed).toBe(true)
    server.send('generation-deleted', { seq: 2, projectId: uuid(1), generationId: cardId, ids: [cardId] })
    await expect.poll(card).toBeNull()
    await promptField.fill('a heron')
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).not.toHaveProperty('parentGenerationId')
  })

  it('walks earlier prompts, and shows refused words again', async () => {
    const server = await open()
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('/')
    await expectFocused(promptField)
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    await promptField.click()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect.element(promptField).toHaveValue('a heron')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.element(promptField).toHaveValue('')
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')

    server.reply({ generations: { request: () => refuse('out-of-credits') } })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expectText('Generation Failed')
    await expect.element(promptField).toHaveValue('a heron')
  })

  it('keeps the next draft when the reply to the previous one arrives', async () => {
    const server = await open()
    const reply = Promise.withResolvers<void>()
    server.reply({
      generations: {
        async request(input) {
          await reply.promise
          return generationFor(input)
        },
      },
    })
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('n')
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    await expect.element(promptField).toHaveValue('')
    await promptField.fill('a crane')
    await bar.getByRole('button', { name: 'Aspect ratio: 2:3' }).click()
    await page.getByRole('radio', { name: /^16:9/ }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('[data-awaited]').length).toBe(1)
    reply.resolve()
    await expect.poll(() => document.querySelectorAll('[data-awaited]').length).toBe(0)
    await promptField.click()
    await userEvent.keyboard('{End}s')
    await expect.element(promptField).toHaveValue('a cranes')
    await expect.element(bar.getByRole('button', { name: 'Aspect ratio: 16:9' })).toBeVisible()
  })

  it('sends the same card again after its reply was lost, although another would be placed elsewhere now', async () => {
    const server = await open()
    server.reply({ generations: { request: () => lostConnection() } })
    await expect.poll(card).not.toBeNull()
    await expect.poll(server.isFollowed).toBe(true)
    await userEvent.keyboard('n')
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    await expect.element(promptField).toHaveValue('a heron')
    const [first] = sent(server) as readonly {
      readonly id: string
      readonly canvasX: number
      readonly canvasY: number
    }[]
    const { canvasX, canvasY } = first ?? { canvasX: 0, canvasY: 0 }
    server.send('generation-created', {
      ...completedGeneration(40, { canvasX, canvasY }),
      seq: 9,
      generationId: uuid(40),
    })
    await expect.poll(() => document.querySelector(`[data-card="${uuid(40)}"]`)).not.toBeNull()
    await promptField.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(2)
    expect(first?.id).toMatch(/^[0-9a-f-]{14}7/)
    expect(sent(server)[1]).toEqual(first)
  })

  it('shows the words of a lost request again once the next draft is sent', async () => {
    const server = await open()
    const lost = Promise.withResolvers<void>()
    server.reply({
      generations: {
        async request() {
          await lost.promise
          return lostConnection()
        },
      },
    })
    await expect.poll(card).not.toBeNull()
    await promptField.fill('a heron')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    await promptField.fill('a crane')
    lost.resolve()
    await expectText('Generation Failed')
    await expect.element(promptField).toHaveValue('a crane')
    server.reply({ generations: { request: generationFor } })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(2)
    await expect.element(promptField).toHaveValue('a heron')
  })

  it('has its words after a reload as well', async () => {
    await open()
    await expect.poll(card).not.toBeNull()
    await promptField.fill('a heron')
    await reloadApp()
    await expect.element(promptField).toHaveValue('a heron')
  })

  it('says in the place of the price what is missing, with a way to the plans', async () => {
    const models = [...listedModels()].map((model) => ({
      ...model,
      prices: { '1K': 10_000, '2K': 10_000, '4K': 10_000 },
    }))
    await openApp(board, { account: { models, plan: 'basic' } })
    await expect.poll(card).not.toBeNull()
    await userEvent.keyboard('n')
    await expect.element(bar.getByText('130.00 credits missing')).toBeVisible()
    await bar.getByRole('link', { name: 'Plans' }).click()
    await expect.poll(() => location.pathname).toBe('/pricing')
  })

  it('is open and focused on an empty project', async () => {
    await openApp(`/project/${uuid(1)}`, { account: { models: listedModels(), generations: [] } })
    await expectFocused(promptField)
    await expect.element(bar).toHaveAttribute('data-state', 'open')
  })

  it('takes a pasted picture as an image prompt', async () => {
    await open()
    await expect.poll(card).not.toBeNull()
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(100)], 'garden.png', { type: 'image/png' }))
    promptField.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
    await expect.element(bar.getByText('garden.png')).toBeVisible()
    await expect.element(bar).toHaveAttribute('data-state', 'open')
  })

  it('says why it takes no dropped file that is no picture', async () => {
    await open()
    await expect.poll(card).not.toBeNull()
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    promptField.element().dispatchEvent(drop)
    await expectText('What you dropped holds no picture file.')
    expect(drop.defaultPrevented).toBe(true)
  })

  it('leaves while a panel needs its place, and keeps its words', async () => {
    await open()
    await expect.poll(card).not.toBeNull()
    await promptField.fill('a heron')
    const remix = page.getByRole('dialog').getByRole('button', { name: 'Remix' })
    await openByKey(cardId, 'b', remix)
    await remix.click()
    await expect.element(bar).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(promptField).toHaveValue('a heron')
  })
})
