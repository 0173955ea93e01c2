import { describe, expect, it } from 'vitest'
import { uuid } from '../testing/builders.ts'
import { type CardFileRecord, cardFile, pictureName, projectFileFault } from './project-file.ts'

const createdAt = '2026-11-22T10:00:00.000Z'
const image = (
  place: number,
  over: Partial<CardFileRecord['images'][number]> = {},
): CardFileRecord['images'][number] => ({
  id: uuid(place),
  orderNum: 0,
  status: 'completed',
  seed: 7,
  width: 8,
  height: 8,
  averageColor: '#336699',
  error: null,
  warnings: [],
  feedback: [],
  createdAt,
  file: `images/${uuid(place)}.png`,
  ...over,
})
const card = (place: number, over: Partial<CardFileRecord> = {}): CardFileRecord => ({
  id: uuid(place),
  parentGenerationId: null,
  parentImageId: null,
  branchKind: null,
  edit: null,
  prompt: 'a fox',
  model: 'sketch',
  style: null,
  imagePrompts: [],
  styleReferences: [],
  conversationHistory: [],
  aspectRatio: '1:1',
  resolution: '1K',
  rawMode: false,
  seed: 7,
  canvasX: 0,
  canvasY: 0,
  isCollapsed: false,
  createdAt,
  images: [image(place + 1)],
  ...over,
})
const faultOf = (...cards: CardFileRecord[]) => projectFileFault({ cards, uploads: [], frames: [], notes: [] })

describe('the file of a project', () => {
  it('contains trees of cards', () => {
    expect(cardFile.parse(card(10))).toEqual(card(10))
    expect(faultOf(card(10), card(20, { parentGenerationId: uuid(10), parentImageId: uuid(11) }))).toBeNull()
  })

  it('has no card of the year 0, which PostgreSQL does not know', () =>
    expect(cardFile.safeParse(card(10, { createdAt: '0000-01-01T00:00:00Z' })).success).toBe(false))

  it.each([
    ['anna', 1, true],
    ['anna', 16, true],
    ['anna', 17, false],
    ['an\u0007na', 1, false],
    ['an\u202ena', 1, false],
    ['an\u2066na', 1, false],
  ])('with a reference %j %i times on a card is read: %s', (name, times, isRead) => {
    const sent = { name, kind: 'character' as const, versionId: uuid(30), pictureIds: [] }
    const references = Array.from({ length: times }, () => sent)
    expect(cardFile.safeParse(card(10, { references })).success).toBe(isRead)
  })

  it.each([
    ['an id stands for two things', [card(10), card(10)]],
    ['a parent is missing', [card(10, { parentGenerationId: uuid(99) })]],
    ['a card is its own parent', [card(10, { parentGenerationId: uuid(10) })]],
    ['two images have one place', [card(10, { images: [image(11), image(12)] })]],
    ['a picture is there that was never made', [card(10, { images: [image(11, { status: 'failed' })] })]],
    ['two pictures have one file', [card(10), card(20, { images: [image(21, { file: `images/${uuid(11)}.png` })] })]],
    ['feedback is given twice', [card(10, { images: [image(11, { feedback: ['like', 'like'] })] })]],
  ])('is refused where %s', (_what, cards) => expect(faultOf(...cards)).toBeTypeOf('string'))

  it('is refused where an id stands for a card and a note', () => {
    const note = { id: uuid(10), text: 'Here.', x: 0, y: 0 }
    expect(projectFileFault({ cards: [card(10)], uploads: [], frames: [], notes: [note] })).toBeTypeOf('string')
  })

  it.each([
    '../../etc/passwd',
    '/images/a.png',
    'images/../x.png',
    `images/${uuid(1)}.svg`,
    `images\\\\${uuid(1)}.png`,
  ])('refuses the picture name %s', (name) => expect(pictureName.safeParse(name).success).toBe(false))
})
