import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { onScreen, openBoard } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

const projectId = uuid(1)
const pictureFile = (name: string) => new File([new Uint8Array([1, 2, 3])], name, { type: 'image/png' })
const brought = (last: number, prompt: string) => {
  const id = uuid(last)
  return generation({
    id,
    projectId,
    origin: 'brought-in',
    model: null,
    prompt,
    status: 'completed',
    canvasX: 12_000,
    images: [
      image({
        id: uuid(last + 1),
        generationId: id,
        status: 'completed',
        imageUrl: `/api/images/${uuid(last + 1)}/file`,
      }),
    ],
  })
}

/** Drops files on the middle of the canvas. */
const dropFiles = (files: readonly File[]) => sendDrag('drop', files, '.canvas')

function sendDrag(kind: 'dragover' | 'drop', files: readonly File[], selector: string): DragEvent {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const at = { clientX: innerWidth / 2, clientY: innerHeight / 2 }
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer, ...at })
  document.querySelector(selector)?.dispatchEvent(event)
  return event
}
const sent = <Request extends { method: string; path: string }>(requests: readonly Request[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path === `/api/projects/${projectId}/pictures`)
/** A view of 50 % with the first card of most boards in the middle of a desktop. */
const halfSize = { zoom: 0.5, board: { x: 10_400, y: 10_170 }, screen: { x: 720, y: 450 } }
/** The place that a call names for its first card. */
const placeOf = ({ body }: { body: unknown }) =>
  /name="canvasX"\s+(\S+)[\s\S]*name="canvasY"\s+(\S+)/.exec(String(body))?.slice(1).join()
/** The id that a call names for its card. */
const idOf = ({ body }: { body: unknown }) => /name="cardId"\s+(\S+)/.exec(String(body))?.[1]
const kindsOf = (requests: readonly { path: string; body: unknown }[]) =>
  requests
    .filter(({ path }) => path === `/api/projects/${projectId}/changes`)
    .flatMap(({ body }) => (body as { changes: { kind: string }[] }).changes.map(({ kind }) => kind))
const applied = ({ changes }: { changes: readonly { id: string }[] }) => ({
  items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })),
  seq: 2,
})
const bar = page.getByRole('region', { name: 'Pictures that are brought in' })

async function openCanvas(reply: () => Response | Promise<Response>, generations = [brought(40, 'garden-1931.jpg')]) {
  const server = await openApp(`/project/${projectId}`, {
    account: { generations },
    plain: { 'POST /api/projects/*/pictures': reply },
  })
  await expect.poll(() => document.querySelector('.canvas')).not.toBeNull()
  return server
}
const created = (names: readonly string[], refused: readonly object[] = []) =>
  Response.json({ generations: names.map((name, place) => brought(60 + 2 * place, name)), refused }, { status: 201 })

describe('files dropped on the canvas', () => {
  it('can be rebuilt where the server alone knows how they were made', async () => {
    const known = { place: 0, name: 'signed.png', prompt: 'a signed heron', model: 'Flux', ancestors: 0 }
    await openCanvas(() =>
      Response.json({ generations: [brought(60, 'signed.png')], refused: [], recorded: [known] }, { status: 201 }),
    )
    dropFiles([pictureFile('signed.png')])
    await bar.getByRole('button', { name: 'Rebuild' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByText('a signed heron')).toBeVisible()
    await expect.element(dialog.getByText('Flux')).toBeVisible()
  })

  it('are told apart where they have one name', async () => {
    const refused = [{ place: 0, name: 'signed.png', code: 'invalid', message: 'This picture is damaged.' }]
    const recorded = [{ place: 2, name: 'signed.png', prompt: 'a signed heron', model: 'Flux', ancestors: 0 }]
    await openCanvas(() =>
      Response.json({ generations: [brought(60, 'signed.png')], refused, recorded }, { status: 201 }),
    )
    dropFiles(Array.from({ length: 3 }, () => pictureFile('signed.png')))
    await expect.element(bar.getByText('This picture is damaged.')).toBeVisible()
    await expect.poll(() => bar.getByRole('button', { name: 'Rebuild' }).elements()).toHaveLength(1)
  })

  it('show where they will be while they are dragged', async () => {
    await openCanvas(() => created(['a.png']))
    sendDrag('dragover', [pictureFile('a.png')], '.canvas')
    await expect.element(page.getByText('Drop to bring it in')).toBeVisible()
    await expect.element(page.getByText('A card of its own. Free.')).toBeVisible()
  })

  it('shimmer in the view alone', async () => {
    await page.viewport(1440, 900)
    const replied = Promise.withResolvers<Response>()
    await openCanvas(() => replied.promise)
    dropFiles([pictureFile('a.png')])
    const shimmers = () => document.querySelectorAll('[data-awaited] .shimmer').length
    await expect.poll(shimmers).toBe(1)
    expect(document.querySelector('[data-awaited]')?.textContent).toContain('Bringing in')
    await mouse.drag({ x: 200, y: 150 }, { x: 0, y: 700 })
    await expect.poll(shimmers).toBe(0)
    await mouse.drag({ x: 200, y: 850 }, { x: 0, y: -700 })
    await expect.poll(shimmers).toBe(1)
    replied.resolve(created(['a.png']))
    await expect.poll(shimmers).toBe(0)
  })

  it('come in four to a call; each that does not is named with the reason', async () => {
    const { requests } = await openCanvas(() =>
      created(['a.png'], [{ name: 'cut.png', code: 'invalid', message: 'This picture is damaged.' }]),
    )
    const files = ['a', 'b', 'cut', 'd', 'e'].map((name) => pictureFile(`${name}.png`))
    dropFiles([...files, new File(['x'], 'notes.txt', { type: 'text/plain' })])
    await expect.element(bar.getByText('notes.txt This is not a picture.')).toBeVisible()
    await expect.element(bar.getByText('cut.png This picture is damaged.').first()).toBeVisible()
    await expect.poll(() => sent(requests)).toHaveLength(2)
    await expectNoViolations()
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('give their placeholder up to the card that comes before the reply', async () => {
    const replied = Promise.withResolvers<Response>()
    const server = await openBoard({
      cards: [completedGeneration(2)],
      on: halfSize,
      plain: { 'POST /api/projects/*/pictures': () => replied.promise },
    })
    dropFiles([pictureFile('a.png')])
    const awaited = () => document.querySelectorAll('[data-awaited]').length
    await expect.poll(awaited).toBe(1)
    const [call] = sent(server.requests)
    const [x = 0, y = 0] = (call && placeOf(call)?.split(',').map(Number)) ?? []
    // Not at the requested place: another card has taken it meanwhile.
    server.make({ ...brought(60, 'a.png'), id: call ? (idOf(call) ?? '') : '', canvasX: x + 900, canvasY: y })
    await expect.poll(awaited).toBe(0)
    replied.resolve(created(['a.png']))
  })

  it('are sent again with the same id after the connection was lost', async () => {
    let calls = 0
    const { requests } = await openCanvas(() => (calls++ === 0 ? Response.error() : created(['a.png'])))
    dropFiles([pictureFile('a.png')])
    await expect.element(bar.getByText('Waits for the connection')).toBeVisible()
    await expect.poll(() => sent(requests).length).toBe(2)
    const [first, second] = sent(requests).map(idOf)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(second).toBe(first)
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('are not sent again where the server refuses', async () => {
    const { requests } = await openCanvas(() =>
      Response.json({ code: 'too-large', message: 'This project is full.' }, { status: 413 }),
    )
    dropFiles([pictureFile('a.png')])
    await expect.element(bar.getByText('a.png This project is full.')).toBeVisible()
    expect(sent(requests)).toHaveLength(1)
  })
})

describe('files that are dragged over the bars', () => {
  it('are not opened by the browser in the place of the canvas', async () => {
    await openCanvas(() => created([]))
    await expect.poll(() => document.querySelector('header')).not.toBeNull()
    const event = sendDrag('dragover', [pictureFile('a.png')], 'header')
    expect([event.defaultPrevented, event.dataTransfer?.dropEffect]).toEqual([true, 'none'])
  })
})

describe('the view of the canvas while files come in', () => {
  it('follows none of their cards, and stays where the person moves it', async () => {
    await page.viewport(1440, 900)
    const replies = [60, 70, 80].map((last) => ({
      ...Promise.withResolvers<void>(),
      card: brought(last, `${last}.png`),
    }))
    const waiting = [...replies]
    const server = await openBoard({
      cards: [completedGeneration(2)],
      on: halfSize,
      plain: {
        async 'POST /api/projects/*/pictures'() {
          const call = sent(server.requests).at(-1)
          const next = waiting.shift()
          await next?.promise
          const [x = 0, y = 0] = (call && placeOf(call)?.split(',').map(Number)) ?? []
          const id = call && idOf(call)
          const card = next && id && { ...next.card, id, canvasX: x, canvasY: y + 900 }
          if (card) server.make(card)
          return Response.json({ generations: [card], refused: [] }, { status: 201 })
        },
      },
    })
    dropFiles(Array.from({ length: 12 }, (_, place) => pictureFile(`${place}.png`)))
    await expect.poll(() => document.querySelectorAll('[data-awaited]').length).toBeGreaterThan(0)
    await mouse.drag({ x: 200, y: 150 }, { x: 60, y: 40 })
    const view = () => onScreen({ x: 0, y: 0 })
    for (const [index, { resolve }] of replies.entries()) {
      const before = view()
      resolve()
      await expect.poll(() => server.cards().length).toBe(2 + index)
      await expect.poll(() => document.querySelectorAll('[role="treeitem"]').length).toBe(server.cards().length)
      // Longer than a card is waited for, and than the view takes to it.
      await new Promise((done) => setTimeout(done, 500))
      expect(view()).toEqual(before)
    }
  })
})

describe('files that are dropped while others come in', () => {
  it('come in as well, at places of their own', async () => {
    let answerFirst = () => {}
    const { requests } = await openBoard({
      cards: [completedGeneration(2)],
      on: halfSize,
      plain: {
        'POST /api/projects/*/pictures': () =>
          new Promise<Response>((resolve) => (answerFirst = () => resolve(created(['a.png'])))),
      },
    })
    dropFiles([pictureFile('a.png')])
    await expect.poll(() => sent(requests).length).toBe(1)
    dropFiles([pictureFile('b.png'), new File([], 'empty.png', { type: 'image/png' })])
    await expect.element(bar.getByText('Bringing in 1 of 3')).toBeVisible()
    await expect.element(bar.getByText('empty.png It is empty.')).toBeVisible()
    await expect.poll(() => document.querySelectorAll('[data-awaited]').length).toBe(2)
    await expect.poll(() => sent(requests).length).toBe(2)
    expect(new Set(sent(requests).map(placeOf)).size).toBe(2)
    answerFirst()
  })
})

describe('pictures that came in', () => {
  it('are taken back and put back as one step', async () => {
    const { requests, reply } = await openCanvas(() => created(['a.png', 'b.png']))
    reply({ projects: { applyChanges: applied } })
    dropFiles([pictureFile('a.png'), pictureFile('b.png')])
    await expect.poll(() => sent(requests).length).toBe(1)
    await expect.element(bar).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => kindsOf(requests)).toEqual(['delete', 'delete'])
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.poll(() => kindsOf(requests)).toEqual(['delete', 'delete', 'restore', 'restore'])
  })
})

describe('a picture pasted on the page', () => {
  it('comes in with a name of its own', async () => {
    const { requests } = await openCanvas(() => created(['Pasted picture.png']))
    const transfer = new DataTransfer()
    transfer.items.add(pictureFile('image.png'))
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }),
    )
    await expect.poll(() => sent(requests).length).toBe(1)
    expect(JSON.stringify(sent(requests)[0])).toContain('Pasted picture.png')
  })
})

describe('pictures chosen on a phone', () => {
  it('come in from its camera or its library', async () => {
    await page.viewport(390, 844)
    // The system's own dialog, which has no answer here.
    const dialog = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
    const { requests } = await openCanvas(() => created(['IMG_0001.png', 'IMG_0002.png']))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Picture' }).click()
    const field = () => document.querySelector<HTMLInputElement>('input[type=file]')
    await expect.poll(field).not.toBeNull()
    expect(field()?.multiple).toBe(true)
    // Types of pictures and no `capture`: the system offers its camera beside the library.
    expect(field()?.accept).toMatch(/^image\/png,image\/jpeg/)
    expect(field()?.hasAttribute('capture')).toBe(false)
    dialog.mockRestore()
    await chooseFiles(pictureFile('IMG_0001.png'), pictureFile('IMG_0002.png'))
    await expect.poll(() => sent(requests).length).toBe(1)
    for (const name of ['IMG_0001.png', 'IMG_0002.png']) expect(String(sent(requests)[0]?.body)).toContain(name)
    await expect.element(bar).not.toBeInTheDocument()
  })
})

describe('a brought-in card', () => {
  it('is downloaded by its key as a picture', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { replyPlain } = await openCanvas(() => created([]))
    const headers = { 'content-type': 'image/png' }
    replyPlain({ 'GET /api/images/*/file': () => new Response(new Uint8Array(8), { headers }) })
    document.querySelector<HTMLElement>('[data-card]')?.focus()
    await userEvent.keyboard('{Control>}a{/Control}d')
    await expect.poll(() => saved).toEqual([expect.stringMatching(/\.png$/)])
    click.mockRestore()
  })

  it('says so in the place of a model, and can be described', async () => {
    const { requests, reply } = await openCanvas(() => created([]))
    reply({
      projects: {
        applyChanges: applied,
      },
    })
    const card = page.elementLocator(document.querySelector('[data-card]') ?? document.body)
    await expect.element(card.getByText('Brought in')).toBeVisible()
    document.querySelector<HTMLElement>('[data-card]')?.focus()
    await userEvent.keyboard('{Control>}a{/Control}{F2}')
    await page.getByRole('textbox', { name: 'Description' }).fill('Scan of the north wall')
    await expectNoViolations()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Scan of the north wall').first()).toBeVisible()
    await expect
      .poll(() => requests.find(({ path }) => path === `/api/projects/${projectId}/changes`)?.body)
      .toMatchObject({ changes: [{ kind: 'describe', prompt: 'Scan of the north wall' }] })
  })
})

describe('pictures that come in while another page is shown', () => {
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }

  it('are counted there, keep the page from being closed, and are reported on the canvas afterwards', async () => {
    const replied = Promise.withResolvers<Response>()
    await openCanvas(() => replied.promise)
    dropFiles(Array.from({ length: 3 }, (_, place) => pictureFile(`${place}.png`)))
    await expect.element(bar.getByText('Bringing in 0 of 3')).toBeVisible()
    await page.getByRole('link', { name: 'Assets' }).first().click()
    const pill = page.getByRole('link', { name: '0 of 3 pictures' })
    await expect.element(pill).toBeVisible()
    expect(leaving()).toBe(true)
    await pill.click()
    await expect.element(bar.getByText('Bringing in 0 of 3')).toBeVisible()
    await expect.poll(() => document.querySelector('[data-awaited]')).not.toBeNull()
    replied.resolve(created(['0.png'], [{ place: 1, name: '1.png', code: 'invalid', message: 'It is damaged.' }]))
    await expect.element(bar.getByText('It is damaged.')).toBeVisible()
    await expect.element(pill).not.toBeInTheDocument()
    expect(leaving()).toBe(false)
  })
})
