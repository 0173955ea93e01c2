import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AssetShape } from '#contract/cards/asset.ts'
import { image, uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardBox, cardElement, openBoard } from '#web/testing/fake-board.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'
import { mouse } from '#web/testing/hands.ts'

const projectId = uuid(1)
const drawer = page.getByRole('dialog', { name: 'Assets' })
const dock = page.getByRole('toolbar', { name: 'Tools', exact: true })
const button = dock.getByRole('button', { name: 'Assets' })
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-asset]')]
const put = (requests: readonly { method: string; path: string; body: unknown }[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path === `/api/projects/${projectId}/pictures/copies`)

async function openDrawer(options: Parameters<typeof openApp>[1] = {}) {
  const server = await openApp(`/project/${projectId}`, {
    ...options,
    replies: { projects: { bringAssets: () => ({ generations: [], refused: [] }) }, ...options.replies },
  })
  await expect.element(button).toBeVisible()
  await button.click()
  await expect.element(drawer).toBeVisible()
  return server
}
const openWithImages = async (options?: Parameters<typeof openApp>[1]) => {
  const server = await openDrawer(options)
  await expect.poll(() => tiles().length).toBe(4)
  return server
}

const shownAssets: AssetShape[] = [0, 1, 2, 3].map((place) => ({
  ...image({ id: uuid(20 + place), generationId: uuid(2), status: 'completed', orderNum: place }),
  projectId: uuid(3),
  parentGenerationId: null,
  prompt: 'A still lake between pine hills',
  origin: 'made',
  model: 'Nano Banana',
  hidesModel: false,
  settings: completedGeneration(2).settings,
  description: null,
}))

/** Waits until a place is the same for longer than a new card is waited for before the view moves to it. */
async function waitUntilStill(read: () => object | null | undefined): Promise<void> {
  let before = ''
  await expect
    .poll(
      () => {
        const last = before
        before = JSON.stringify(read())
        return last === before
      },
      { interval: 400 },
    )
    .toBe(true)
}

const centerOf = (element: Element | undefined) => {
  const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  return { clientX: x + width / 2, clientY: y + height / 2 }
}
/** Sends a step of one pointer to an element; its capture is not asked for, which only a real pointer has. */
function point(type: string, at: { clientX: number; clientY: number }, element: Element | undefined): void {
  Element.prototype.setPointerCapture = () => {}
  element?.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, buttons: 1, pointerId: 1, ...at }),
  )
}
function drag(element: Element | undefined, to: { clientX: number; clientY: number }): void {
  point('pointerdown', centerOf(element), element)
  point('pointermove', to, element)
}

describe('the asset drawer', () => {
  it('opens by its key and by the button of the dock, and closes by Escape, where the focus returns to the button', async () => {
    await openWithImages()
    await expect.element(drawer.getByRole('searchbox')).toHaveFocus()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Shift>}I{/Shift}')
    await expect.element(drawer).toBeVisible()
    await button.click()
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('is without violations in both themes', async () => {
    await openWithImages()
    await expectNoViolationsInBothThemes()
  })

  it('leaves the prompt bar uncovered, whatever its height', async () => {
    await openWithImages()
    const bottom = () => drawer.element().getBoundingClientRect().bottom
    const bar = () => document.querySelector('.prompt-bar')?.getBoundingClientRect().top ?? 0
    expect(bottom()).toBeLessThanOrEqual(bar())
    await userEvent.keyboard('{Escape}/')
    await button.click()
    await expect.poll(() => bar() - bottom()).toBe(12)
  })

  it('gives way to another panel of the same side', async () => {
    await openWithImages()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await userEvent.keyboard('{Control>}f{/Control}')
    await expect.element(page.getByRole('textbox', { name: 'Find by prompt or model' })).toBeVisible()
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('has the filters of the assets page, and keeps them until the page is left', async () => {
    const { requests } = await openWithImages()
    await drawer.getByRole('button', { name: 'Starred' }).click()
    await expect.poll(() => requests.some(({ path }) => path.includes('feedback=star'))).toBe(true)
    await drawer.getByRole('searchbox').fill('lake')
    await expect.poll(() => requests.some(({ path }) => /q=lake/.test(path) && /feedback=star/.test(path))).toBe(true)
    await drawer.getByRole('button', { name: 'Ratio' }).click()
    await page.getByRole('menuitemradio', { name: '2:3' }).click()
    await expect.poll(() => requests.some(({ path }) => /aspectRatio=2(:|%3A)3/.test(path))).toBe(true)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    await button.click()
    await expect.element(drawer.getByRole('searchbox')).toHaveValue('lake')
    await drawer.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(drawer.getByRole('searchbox')).toHaveValue('')
  })

  it('loads the next page when its end comes near', async () => {
    const cursors: (string | undefined)[] = []
    await openDrawer({
      replies: {
        assets: {
          list: ({ cursor }) => {
            cursors.push(cursor)
            return { items: cursor ? [] : shownAssets, nextCursor: cursor ? null : 'more' }
          },
        },
      },
    })
    await expect.poll(() => cursors).toEqual([undefined, 'more'])
  })

  it('says that there are no images yet, and leads to the prompt bar', async () => {
    await openDrawer({ account: { generations: [] } })
    await expect.element(drawer.getByText('No assets yet. Start creating!')).toBeVisible()
    await expectNoViolations()
    await drawer.getByRole('button', { name: 'Write a prompt' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.closest('.prompt-bar')).not.toBeNull()
  })

  it('says that nothing fits the filters, and clears them', async () => {
    await openWithImages({
      replies: { assets: { list: ({ feedback }) => ({ items: feedback ? [] : shownAssets, nextCursor: null }) } },
    })
    await drawer.getByRole('button', { name: 'Liked', exact: true }).click()
    await expect.element(drawer.getByText('Nothing fits these filters')).toBeVisible()
    await drawer.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.poll(() => tiles().length).toBe(4)
  })

  it('shows placeholders while it loads', async () => {
    await openDrawer({ replies: { assets: { list: () => new Promise<never>(() => {}) } } })
    await expect.element(drawer.getByRole('status', { name: 'Loading your images' })).toBeInTheDocument()
  })

  it('offers to try again where the images can not be loaded', async () => {
    const { reply } = await openDrawer({ replies: { assets: { list: () => lostConnection() } } })
    await expect.element(drawer.getByRole('alert')).toBeVisible()
    reply({ assets: { list: () => ({ items: shownAssets, nextCursor: null }) } })
    await drawer.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => tiles().length).toBe(4)
  })
})

describe('an image of the drawer', () => {
  it('is put where it is dropped on the canvas, and shown there before', async () => {
    const { requests } = await openWithImages()
    const to = { clientX: 900, clientY: 400 }
    // A place beside the card of the board is in the view then.
    const cardWidth = () => document.querySelector('[data-card]')?.getBoundingClientRect().width ?? 0
    while (cardWidth() > 480) await page.getByRole('button', { name: 'Zoom out' }).click()
    drag(tiles()[0], to)
    await expect.element(page.getByText('Drop to bring it in')).toBeVisible()
    expect(document.querySelector('.bring-in-place img')).not.toBeNull()
    await expectNoViolationsInBothThemes()
    point('pointerup', to, tiles()[0])
    await expect.element(page.getByText('Drop to bring it in')).not.toBeInTheDocument()
    await expect.poll(() => put(requests).length).toBe(1)
    expect(put(requests)[0]?.body).toMatchObject({
      imageIds: [uuid(20)],
      canvasX: expect.any(Number),
      canvasY: expect.any(Number),
      asCards: 'together',
    })
  })

  it('stays at the pointer where its card would not be seen, and what a drop will do is said beside the drawer', async () => {
    await page.viewport(700, 700)
    await openWithImages()
    drag(tiles()[0], { clientX: 640, clientY: 350 })
    const line = page.getByText('Drop to bring it in')
    await expect.element(line).toBeVisible()
    const right = document.querySelector('.asset-drawer')?.getBoundingClientRect().right
    const said = document.querySelector('.bring-in-line')?.getBoundingClientRect()
    expect(said?.left).toBeGreaterThan(right ?? 0)
    expect(said?.right).toBeLessThan(700)
    const { left, width } = document.querySelector('.carried img')?.getBoundingClientRect() ?? {}
    expect(left).toBeGreaterThan(600)
    expect(width).toBeGreaterThan(0)
    point('pointercancel', { clientX: 640, clientY: 350 }, tiles()[0])
    await page.viewport(1440, 900)
  })

  it('is attached to the prompt when it is dropped on the bar, which is marked before', async () => {
    const { requests } = await openWithImages()
    const bar = document.querySelector('.prompt-bar .picture-drop') ?? undefined
    drag(tiles()[0], centerOf(bar))
    await expect.poll(() => bar?.getAttribute('data-over')).toBe('Drop to attach as image prompt')
    point('pointerup', centerOf(bar), tiles()[0])
    await expect.element(page.getByRole('list', { name: 'Attached' }).getByText('Prompt 1')).toBeVisible()
    expect(bar?.hasAttribute('data-over')).toBe(false)
    expect(put(requests)).toEqual([])
  })

  it('is attached to the prompt with the other selected ones by a button', async () => {
    const { requests } = await openWithImages()
    for (const place of [0, 1]) {
      tiles()[place]?.click()
      await expect.element(drawer.getByText(`${place + 1} selected`)).toBeVisible()
    }
    await drawer.getByRole('button', { name: 'Attach to prompt' }).click()
    await expect.element(page.getByRole('list', { name: 'Attached' }).getByText('Prompt 2')).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Attach to prompt' })).not.toBeInTheDocument()
    expect(put(requests)).toEqual([])
  })

  it('stays where it is when it is dropped elsewhere, or Escape is pressed', async () => {
    const { requests } = await openWithImages()
    const overDock = centerOf(button.element())
    drag(tiles()[0], overDock)
    await expect.poll(() => document.querySelector('.carried')).not.toBeNull()
    point('pointerup', overDock, tiles()[0])
    drag(tiles()[0], { clientX: 900, clientY: 400 })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('Drop to bring it in')).not.toBeInTheDocument()
    await expect.element(drawer).toBeVisible()
    point('pointerup', { clientX: 900, clientY: 400 }, tiles()[0])
    expect(put(requests)).toEqual([])
  })

  it('takes along the others that are selected', async () => {
    const { requests } = await openWithImages()
    for (const place of [0, 1, 2]) {
      tiles()[place]?.click()
      await expect.element(drawer.getByText(`${place + 1} selected`)).toBeVisible()
    }
    drag(tiles()[1], { clientX: 900, clientY: 400 })
    await expect.element(page.getByText('Drop to bring in 3 pictures')).toBeVisible()
    point('pointerup', { clientX: 900, clientY: 400 }, tiles()[1])
    await expect.poll(() => put(requests).length).toBe(1)
    expect(put(requests)[0]?.body).toMatchObject({ imageIds: [uuid(20), uuid(21), uuid(22)] })
    await expect.element(drawer.getByText('3 selected')).not.toBeInTheDocument()
  })

  it('is put into the middle of what is seen by Enter, where the focus stays', async () => {
    const { requests } = await openWithImages()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await expect.poll(() => document.activeElement === tiles()[1]).toBe(true)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => put(requests).length).toBe(1)
    expect(document.activeElement).toBe(tiles()[1])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => put(requests).length).toBe(2)
  })

  it('is selected by a press, and put on the canvas by a button', async () => {
    const { requests } = await openWithImages()
    tiles()[0]?.click()
    await expect.element(drawer.getByText('1 selected')).toBeVisible()
    await expectNoViolationsInBothThemes()
    await drawer.getByRole('button', { name: 'Put on canvas' }).click()
    await expect.poll(() => put(requests).length).toBe(1)
    await expect.element(drawer.getByRole('button', { name: 'Put on canvas' })).not.toBeInTheDocument()
  })

  it('that the server refuses is named with the reason', async () => {
    await openWithImages({
      replies: { projects: { bringAssets: () => refuse('too-large', { message: 'This project is full.' }) } },
    })
    tiles()[0]?.click()
    await drawer.getByRole('button', { name: 'Put on canvas' }).click()
    await expect.element(page.getByText('A still lake between pine hills This project is full.')).toBeVisible()
  })
})

describe('an image that is put on the canvas beside the drawer', () => {
  const covers = (panel: string, card: Element | null) => {
    const a = document.querySelector(panel)?.getBoundingClientRect() ?? new DOMRect()
    const b = card?.getBoundingClientRect() ?? new DOMRect()
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }

  it.each([
    [1440, 900, 0.5],
    [1440, 900, 1],
    [1024, 768, 1],
    [390, 844, 0.5],
  ] as const)(
    'is seen where the drawer does not cover it, at %d × %d and a zoom of %d',
    async (width, height, zoom) => {
      await page.viewport(width, height)
      let put = completedGeneration(60, { origin: 'brought-in', model: null })
      const server = await openBoard({
        cards: [completedGeneration(2)],
        on: { zoom, board: { x: 10_400, y: 10_170 }, screen: { x: width / 2, y: height / 2 } },
        replies: {
          assets: { list: () => ({ items: shownAssets, nextCursor: null }) },
          projects: {
            bringAssets({ cardId, canvasX, canvasY }) {
              put = { ...put, id: cardId ?? put.id, canvasX: canvasX ?? 0, canvasY: canvasY ?? 0 }
              const card = put
              queueMicrotask(() => server.make(card))
              return { generations: [card], refused: [] }
            },
          },
        },
      })
      await userEvent.keyboard('{Shift>}I{/Shift}')
      await expect.poll(() => tiles().length).toBe(4)
      tiles()[0]?.click()
      await drawer.getByRole('button', { name: 'Put on canvas' }).click()
      await expect.poll(() => cardElement(put)).not.toBeNull()
      await waitUntilStill(() => cardBox(put))
      const { left, right, top, bottom } = cardElement(put)?.getBoundingClientRect() ?? new DOMRect()
      expect(covers('.asset-drawer', cardElement(put))).toBe(false)
      // A phone at this zoom is narrower than a card: its sides are cut alike.
      expect(Math.min(left, width - right)).toBeGreaterThanOrEqual(Math.min(0, (width - (right - left)) / 2))
      expect(Math.min(top, height - bottom)).toBeGreaterThanOrEqual(0)
      await page.viewport(1440, 900)
    },
  )

  it('selects no text of the drawer at a second press', async () => {
    await openWithImages()
    tiles()[0]?.click()
    const putButton = drawer.getByRole('button', { name: 'Put on canvas' })
    await expect.element(putButton).toBeVisible()
    const { clientX: x, clientY: y } = centerOf(putButton.element())
    await mouse.doublePress({ x, y })
    await expect.element(putButton).not.toBeInTheDocument()
    expect(getSelection()?.toString()).toBe('')
  })
})

describe('a card that is made beside the drawer', () => {
  it.each([
    [1440, 900],
    [1024, 768],
  ] as const)('is brought into the part that the drawer leaves free, at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    const { make } = await openBoard({ cards: [completedGeneration(2)] })
    await button.click()
    await expect.element(drawer).toBeVisible()
    const made = completedGeneration(60, { canvasX: 12_000 })
    make(made)
    await expect.poll(() => cardElement(made)).not.toBeNull()
    await waitUntilStill(() => cardBox(made))
    const { left, right } = cardElement(made)?.getBoundingClientRect() ?? new DOMRect()
    expect(left).toBeGreaterThan(drawer.element().getBoundingClientRect().right)
    expect(right).toBeLessThan(width)
    await page.viewport(1440, 900)
  })
})

describe('an image that is put on the canvas without a connection', () => {
  it('is asked for again until the server answers', async () => {
    let calls = 0
    const { requests } = await openWithImages({
      replies: {
        projects: { bringAssets: () => (calls++ === 0 ? lostConnection() : { generations: [], refused: [] }) },
      },
    })
    tiles()[0]?.click()
    await drawer.getByRole('button', { name: 'Put on canvas' }).click()
    await expect.element(page.getByText('Waits for the connection')).toBeVisible()
    await expect.poll(() => put(requests).length).toBe(2)
    await expect.element(page.getByText('Waits for the connection')).not.toBeInTheDocument()
  })
})

describe('the asset drawer on a phone', () => {
  it('is a sheet that leaves the upper part of the canvas free', async () => {
    await page.viewport(390, 844)
    await openApp(`/project/${projectId}`)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('menuitem', { name: 'Assets' }).click()
    await expect.poll(() => tiles().length).toBe(4)
    const { left, right, top, bottom } = drawer.element().getBoundingClientRect()
    expect([left, right, bottom]).toEqual([0, 390, 844])
    expect(top).toBeGreaterThan(844 / 3)
    await expectNoViolations()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('button', { name: 'Add' })).toHaveFocus()
  })
})
