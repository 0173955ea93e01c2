import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { GenerationShape, RequestGenerationInput } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { centreOf, type Point } from '#domain/geometry/rect.ts'
import { freeScreen } from '#web/canvas/free-view.ts'
import { createSimulatedServer } from '#web/data/testing/simulated-server.ts'
import { openApp } from './app-under-test.tsx'
import { boardReply, completedGeneration, type FakeAccount, fakeAccount } from './fake-account.ts'
import { listedModels } from './fake-catalogue.ts'
import type { FakeServer, PlainReplies, Replies } from './fake-server.ts'

export const projectId = uuid(1)

/** The canvas with this point of the board at that point of the window. */
type View = { readonly zoom: number; readonly board: Point; readonly screen: Point }

type Options = {
  readonly cards: readonly GenerationShape[]
  readonly frames?: readonly Frame[]
  readonly notes?: readonly Note[]
  /** The card or the view that the canvas opens on; default: the first card. */
  readonly on?: GenerationShape | View
  readonly account?: Partial<FakeAccount>
  readonly replies?: Replies
  readonly plain?: PlainReplies
}

export type OpenBoard = FakeServer & {
  /** A card as the server has it. */
  readonly stored: (card: Pick<GenerationShape, 'id'>) => GenerationShape | undefined
  readonly cards: () => readonly GenerationShape[]
  readonly items: () => { readonly frames: readonly Frame[]; readonly notes: readonly Note[] }
  /** Adds a card, or changes the board, as another device does. */
  readonly make: (card: GenerationShape) => void
  readonly change: (change: BoardChange) => void
  /** Sends an event about one image of a card. */
  readonly sendImage: (card: GenerationShape, place: number, fields: Partial<ImageShape>) => void
  /** The bodies of the requests for generations so far. */
  readonly asked: () => readonly unknown[]
}

const isView = (on: GenerationShape | View): on is View => 'zoom' in on

/** A card that was asked for: completed at once, beside its parent where it has no place of its own. */
export const requestedCard = (number: number, asked: RequestGenerationInput, parent?: GenerationShape) =>
  completedGeneration(number, {
    projectId,
    prompt: asked.prompt ?? '',
    parentGenerationId: asked.parentGenerationId ?? null,
    parentImageId: asked.parentImageId ?? null,
    branchKind: asked.branchKind ?? null,
    canvasX: asked.canvasX ?? (parent?.canvasX ?? 10_000) + 900,
    canvasY: asked.canvasY ?? parent?.canvasY ?? 10_000,
    createdAt: new Date().toISOString(),
  })

/** Opens a canvas on a fake server that makes and changes cards as the server does, and sends the events of it. */
export async function openBoard({ cards, frames = [], notes = [], on, ...more }: Options): Promise<OpenBoard> {
  const simulated = createSimulatedServer(cards)
  for (const { id, ...frame } of frames)
    simulated.apply([{ id: crypto.randomUUID(), kind: 'put-frame', frameId: id, ...frame }])
  for (const { id, ...note } of notes)
    simulated.apply([{ id: crypto.randomUUID(), kind: 'put-note', noteId: id, ...note }])
  let sent = simulated.seq
  let [shown = project()] = more.account?.projects ?? fakeAccount.projects
  let lastNumber = 40
  // Far beyond those of the other events: a board that has seen them has seen all before.
  let imageSeq = 10_000
  const sendEvents = () => {
    for (const { name, data } of simulated.eventsAfter(sent)) server.send(name, data)
    sent = simulated.seq
  }
  const view = on && isView(on) ? on : null
  const saved = view && {
    projectId,
    zoomLevel: view.zoom,
    panX: view.screen.x - view.board.x * view.zoom,
    panY: view.screen.y - view.board.y * view.zoom,
    lastViewedGenerationId: null,
    updatedAt: '2026-11-25T10:00:00.000Z',
  }
  const card = on && !isView(on) ? on : cards[0]
  const { projects, generations, ...otherReplies } = more.replies ?? {}
  const server = await openApp(`/project/${projectId}${view || !card ? '' : `?card=${card.id}`}`, {
    account: { models: listedModels(), plan: 'basic', generations: cards, ...more.account },
    replies: {
      ...otherReplies,
      projects: {
        get: () => shown,
        canvasState: () => saved,
        applyChanges({ changes }) {
          for (const change of changes) if (change.kind === 'rename') shown = { ...shown, title: change.title }
          const { seq } = simulated.apply(changes)
          queueMicrotask(sendEvents)
          return { items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })), seq }
        },
        ...projects,
      },
      generations: {
        request(asked) {
          const parent = simulated.list().find(({ id }) => id === asked.parentGenerationId)
          const made = requestedCard(++lastNumber, asked, parent)
          simulated.make(made)
          queueMicrotask(sendEvents)
          return made
        },
        ...generations,
      },
    },
    plain: {
      'GET /api/projects/*/board': () =>
        boardReply(projectId, simulated.list(), { ...simulated.items() }, simulated.seq),
      ...more.plain,
    },
  })
  await expect.poll(() => document.querySelector('.canvas')).not.toBeNull()
  // An event that is sent before would be lost.
  await expect.poll(server.isFollowed).toBe(true)
  await expect.poll(() => document.querySelectorAll('[role="treeitem"]').length > 0 || cards.length === 0).toBe(true)
  if (card && !view) await expect.poll(() => isCentered(card) || isInFreeMiddle(card)).toBe(true)
  return {
    ...server,
    cards: () => simulated.list(),
    stored: ({ id }) => simulated.list().find((each) => each.id === id),
    items: () => simulated.items(),
    make(made) {
      simulated.make(made)
      sendEvents()
    },
    change(change) {
      simulated.apply([{ id: crypto.randomUUID(), ...change }])
      sendEvents()
    },
    sendImage({ id: generationId, images }, place, fields) {
      const imageId = images[place]?.id
      server.send('image-changed', { seq: ++imageSeq, projectId, generationId, imageId, ...fields })
    },
    asked: () =>
      server.requests
        .filter(({ method, path }) => method === 'POST' && path === '/api/generations')
        .map(({ body }) => body),
  }
}

type Identified = Pick<GenerationShape, 'id'>

export const cardElement = ({ id }: Identified) => document.querySelector<HTMLElement>(`[data-card="${id}"]`)

/** Where to look for the controls of a card that is an element. */
export function inCard(card: Identified): Locator {
  const element = cardElement(card)
  if (!element) throw new Error('The card is not an element of the page.')
  return page.elementLocator(element)
}

/** The place of a card in the window, in whole pixels; null where it is not an element. */
export function cardBox(card: Identified) {
  const box = cardElement(card)?.getBoundingClientRect()
  return (
    box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) }
  )
}

/** Whether a card is in the middle of the window. */
export function isCentered(card: Identified): boolean {
  const { x, y, width, height } = cardElement(card)?.getBoundingClientRect() ?? new DOMRect()
  return Math.abs(x + width / 2 - innerWidth / 2) < 3 && Math.abs(y + height / 2 - innerHeight / 2) < 3
}

/** Whether a card is in the middle of what the bars around the canvas leave free. */
export function isInFreeMiddle(card: Identified): boolean {
  const { x, y, width, height } = cardElement(card)?.getBoundingClientRect() ?? new DOMRect()
  const middle = centreOf(freeScreen({ width: innerWidth, height: innerHeight }, []))
  return Math.abs(x + width / 2 - middle.x) < 3 && Math.abs(y + height / 2 - middle.y) < 3
}

/** A point on a card without a control, once the card is an element. */
export async function grip(card: Identified): Promise<Point> {
  await expect.poll(() => cardElement(card)).not.toBeNull()
  const { x, y } = cardElement(card)?.getBoundingClientRect() ?? new DOMRect()
  return { x: x + 12, y: y + 8 }
}

/** The ids of the selected cards, sorted. */
export const selectedCards = () =>
  [...document.querySelectorAll<HTMLElement>('[data-card][data-selected]')]
    .map((element) => element.dataset.card ?? '')
    .sort()

/** The ids of the cards that are elements. */
export const mountedCards = () =>
  [...document.querySelectorAll<HTMLElement>('[data-card]')].map((element) => element.dataset.card ?? '')

/** The place of a point of the board in the window, also on a painted card. */
export function onScreen({ x, y }: Point): Point {
  const world = document.querySelector('.canvas-world')
  if (!world) throw new Error('There is no canvas.')
  const { a: zoom, e: panX, f: panY } = new DOMMatrix(getComputedStyle(world).transform)
  return { x: x * zoom + panX, y: y * zoom + panY }
}

/** Waits until every raster tile in view is painted with its pictures. */
export const expectPainted = () =>
  expect.poll(() => document.querySelector('.canvas-tiles:not([data-incomplete]) canvas')).not.toBeNull()

/** Fits the whole board into the view. */
export const fitBoard = () => page.getByRole('button', { name: 'Fit to view' }).click()
