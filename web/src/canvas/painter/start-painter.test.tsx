import { expect, it, vi } from 'vitest'
import type { ImageFace } from '../scene/scene.ts'
import { type FromPainter, type Look, nothingHidden, type PaintRequest, type ToPainter } from './paint-protocol.ts'
import { type PictureSource, sourceKey } from './picture-source.ts'
import { startPainter } from './start-painter.ts'

const look = new Proxy({} as Look, { get: () => 'rgb(9 9 9)' })

const image = (id: string, sheetId: string | null): ImageFace => ({
  id,
  ...{ state: 'picture', averageColor: null, isStarred: false, width: 1_000, height: 1_000 },
  sheet: sheetId === null ? null : { sheetId, slot: 0 },
})

/** A tile at 100 % with one card, whose pictures are sharp from files of their own. */
const request = (id: number, images: readonly ImageFace[]): PaintRequest => ({
  id,
  area: { x: 0, y: 0, width: 512, height: 512 },
  zoom: 1,
  devicePixelRatio: 1,
  cards: [
    {
      ...{ x: 0, y: 0, isCollapsed: false },
      ...{ isSelected: false, isOnPath: false, isDimmed: false, hidden: nothingHidden },
      face: {
        ...{
          prompt: '',
          model: '',
          badge: null,
          branchKind: null,
          isRunning: false,
          bestPlace: 0,
          facts: [],
          usedFacts: null,
        },
        images,
      },
    },
  ],
  connectors: [],
  items: { frames: [], notes: [] },
  ground: 'clear',
  timing: 'now',
  detail: 'resting',
})

/** A painter whose pictures arrive at once. */
async function painting() {
  const loaded: string[] = []
  const answers: FromPainter[] = []
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  const picture = await createImageBitmap(canvas)
  const take = startPainter({
    async load(source: PictureSource) {
      loaded.push(sourceKey(source))
      return picture
    },
    font: Promise.resolve(),
    send: (message) => answers.push(message),
  })
  const send = async (...messages: ToPainter[]) => {
    for (const message of messages) await take(message)
  }
  await send({ kind: 'look', look })
  return { loaded, answers, send }
}

it('loads a stand-in alone while the view is fast, and the sharper file when it is not', async () => {
  const { loaded, answers, send } = await painting()
  await send({ kind: 'load', what: 'stand-ins' }, { kind: 'paint', request: request(1, [image('quince', 'all')]) })
  await vi.waitFor(() => expect(answers.map(({ isComplete }) => isComplete)).toEqual([false, false]))
  expect(loaded).toEqual(['sheet all 64'])
  await send({ kind: 'load', what: 'all' })
  await vi.waitFor(() => expect(answers.at(-1)?.isComplete).toBe(true))
  expect(loaded).toEqual(['sheet all 64', 'file quince 512'])
})

it('loads a picture that nothing stands in for, however fast the view is', async () => {
  const { loaded, answers, send } = await painting()
  await send({ kind: 'load', what: 'stand-ins' }, { kind: 'paint', request: request(1, [image('plum', null)]) })
  await vi.waitFor(() => expect(answers.at(-1)?.isComplete).toBe(true))
  expect(loaded).toEqual(['file plum 512'])
})

it('paints what is shown already only once its sharper pictures are there', async () => {
  const { answers, send } = await painting()
  const images = [image('quince', 'all')]
  const sharper: PaintRequest = { ...request(1, images), timing: 'whenSharper' }
  await send({ kind: 'load', what: 'stand-ins' }, { kind: 'paint', request: request(2, images) })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  await send({ kind: 'forget', id: 2 }, { kind: 'paint', request: sharper })
  expect(answers).toHaveLength(2)
  await send({ kind: 'load', what: 'all' })
  await vi.waitFor(() => expect(answers.slice(2)).toMatchObject([{ id: 1, isComplete: true }]))
  await send({ kind: 'paint', request: { ...sharper, id: 3 } })
  expect(answers.at(-1)).toMatchObject({ id: 3, isComplete: true })
})
