import { describe, expect, it } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { createBoardStore } from '#web/data/board/board-store.ts'
import { readInto } from '#web/data/testing/boards.ts'
import { planPresentation, presentedImages, readSlide } from './slides.ts'

const cardAt = (number: number, canvasX: number, canvasY: number, status: 'completed' | 'failed' = 'completed') =>
  generation({
    id: uuid(number),
    canvasX,
    canvasY,
    images: [image({ id: uuid(number + 1), generationId: uuid(number), status })],
  })
const frame = { id: uuid(900), title: 'Best', x: -50, y: -50, width: 900, height: 900 }
const later = { id: uuid(902), title: 'Later', x: -50, y: 5_000, width: 900, height: 900 }
const last = { id: uuid(903), title: 'Last', x: -50, y: 9_000, width: 900, height: 900 }
const note = { id: uuid(901), text: 'Why?', x: 0, y: 500 }
const end = { id: uuid(904), text: 'Thank you.', x: 0, y: 9_100 }
const [left, right, below, failed] = [uuid(10), uuid(20), uuid(40), uuid(30)]

function board(frames = [last, later, frame]) {
  const store = createBoardStore(uuid(1))
  const cards = [cardAt(20, 1_000, 0), cardAt(10, 0, 0), cardAt(30, 0, 1_200, 'failed'), cardAt(40, 0, 5_200)]
  readInto(store.startReading(), cards, 5, { frames, notes: [note, end] })
  return store
}
const plan = (cards: readonly string[] = [], items: readonly string[] = [], of = board()) =>
  planPresentation(of, { cards: new Set(cards), items: new Set(items) })
const allFrames = [frame.id, later.id, last.id]

describe('a presentation', () => {
  it('is of all frames, or of all cards with a picture, in reading order', () =>
    expect(plan()).toEqual({
      frames: allFrames,
      cards: [left, right, below],
      start: { kind: 'frames', place: 0 },
    }))

  it('is of cards where there is no frame', () =>
    expect(plan([], [], board([])).start).toEqual({ kind: 'cards', place: 0 }))

  it('begins with the only selected card', () => expect(plan([right]).start).toEqual({ kind: 'cards', place: 1 }))

  it('is of several selected cards alone', () =>
    expect(plan([below, failed, left])).toEqual({
      frames: [],
      cards: [left, below],
      start: { kind: 'cards', place: 0 },
    }))

  it('begins with the only selected frame, and has only the cards in it', () =>
    expect(plan([], [later.id])).toEqual({ frames: allFrames, cards: [below], start: { kind: 'frames', place: 1 } }))

  it('is of several selected frames alone', () =>
    expect(plan([], [last.id, frame.id])).toEqual({
      frames: [frame.id, last.id],
      cards: [left],
      start: { kind: 'frames', place: 0 },
    }))

  it('has no frame without a picture or a note, also where it is selected', () => {
    const empty = { id: uuid(905), title: 'Empty', x: 20_000, y: 0, width: 900, height: 900 }
    const failing = { id: uuid(906), title: 'Failed', x: -50, y: 1_150, width: 900, height: 500 }
    const withEmpty = board([last, empty, failing, later, frame])
    expect(plan([], [], withEmpty).frames).toEqual(allFrames)
    expect(plan([], [empty.id, frame.id, last.id], withEmpty).frames).toEqual([frame.id, last.id])
    expect(plan([], [], board([empty])).start).toEqual({ kind: 'cards', place: 0 })
  })

  it('is not narrowed by a selected note', () => expect(plan([], [note.id])).toEqual(plan()))
})

describe('a slide', () => {
  it('shows of a frame what lies in it', () =>
    expect(readSlide(board(), frame.id)).toMatchObject({ kind: 'frame', frame, notes: [note], cards: [{ id: left }] }))

  it('is null for what has gone', () => expect(readSlide(board(), uuid(77))).toBeNull())
})

describe('what is presented of a card', () => {
  const finished = [0, 1, 2].map((orderNum) => image({ id: uuid(orderNum), orderNum, status: 'completed' as const }))

  it('is every finished image', () => {
    const broken = image({ id: uuid(9), status: 'failed' as const })
    expect(presentedImages([...finished, broken])).toEqual(finished)
  })

  it('is the starred ones alone, where there are some', () => {
    const [first, ...others] = finished.map((each, place) =>
      place === 0 ? { ...each, feedback: ['star' as const] } : each,
    )
    expect(presentedImages([...others, ...(first ? [first] : [])])).toEqual([first])
  })
})
