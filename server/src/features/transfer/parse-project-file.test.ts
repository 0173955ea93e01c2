import { describe, expect, it } from 'vitest'
import { cardRecord, fileId, imageRecord } from '#server-testing/project-files.ts'
import { parseProjectFile } from './parse-project-file.ts'

const shell = { format: 'espalier-project', version: 2, title: 'Foxes', view: null }
const frame = { id: fileId(8), title: 'Best', x: 0, y: 0, width: 900, height: 400 }
const note = { id: fileId(9), text: 'Why?', x: 0, y: 0 }
const card = cardRecord(fileId(1), { images: [] })

/** The text in chunks of any size. */
async function* chunked(text: string, size = 1_000) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const parse = (value: unknown, size?: number) =>
  parseProjectFile(chunked(typeof value === 'string' ? value : JSON.stringify(value), size), 10)
const messageOf = async (value: unknown) => {
  const parsed = await parse(value)
  return parsed.ok ? 'taken' : parsed.error.message
}

describe('project.json', () => {
  it.each([1, 7, 64_000])('is parsed equally for any size of its chunks (%i bytes)', async (size) => {
    const file = { ...shell, cards: [card], uploads: [], frames: [frame], notes: [note] }
    expect(await parse(file, size)).toEqual({ ok: true, value: file })
  })

  it('is accepted with its members in any order', async () => {
    expect((await parse({ uploads: [], cards: [card], ...shell })).ok).toBe(true)
  })

  it('is accepted without frames and notes, as the version before wrote it', async () => {
    const file = { ...shell, version: 1, cards: [card], uploads: [] }
    expect(await parse(file)).toEqual({ ok: true, value: { ...file, frames: [], notes: [] } })
  })

  it.each<[string, unknown, string]>([
    ['is no JSON', '{"format"', 'This is no exported project: project.json can not be read.'],
    ['is empty', '', 'This is no exported project: project.json can not be read.'],
    ['is a list', '[]', 'This is no exported project: project.json is something else.'],
    [
      'is followed by more',
      `${JSON.stringify({ ...shell, cards: [], uploads: [] })}{}`,
      'This is no exported project: project.json can not be read.',
    ],
    [
      'is of a newer version',
      { ...shell, version: 6, cards: [{ new: true }], uploads: [] },
      'This project was exported by a newer version.',
    ],
    [
      'has a member that is not known',
      { ...shell, owner: 'ada', cards: [], uploads: [] },
      'project.json is wrong: Unrecognized key: "owner"',
    ],
    ['has a member twice', `{"cards":[],"cards":[]}`, 'project.json is wrong: Unrecognized key: "cards"'],
    [
      'has more cards than are taken',
      { ...shell, cards: Array(11).fill(card), uploads: [] },
      'This project has more than 10 cards, which is the most that is possible here.',
    ],
    [
      'has more notes than are taken',
      { ...shell, cards: [], uploads: [], frames: [], notes: Array(1_001).fill(note) },
      'This project has more than 1000 notes, which is the most that is possible here.',
    ],
    [
      'has a frame without a title',
      { ...shell, cards: [], uploads: [], frames: [{ ...frame, title: ' ' }], notes: [] },
      'project.json is wrong: Must not be blank.',
    ],
  ])('is refused where it %s', async (_, value, message) => expect(await messageOf(value)).toBe(message))

  it.each([
    ['ten million empty cards', '{"cards":[', '{},', 10_000_000],
    ['lists in lists', '{"cards":[', '[', 10_000_000],
    ['lists in a member that is read whole', '{"view":', '[', 10_000_000],
    ['small values in one card', '{"cards":[{"images":[', '0,', 10_000_000],
    ['one long text', '{"title":"', 'x', 30_000_000],
    ['names of members', '{"cards":[{', '"a":1,', 10_000_000],
  ])('is refused before it is read to its end where it has %s', async (_, start, part, count) => {
    let sent = 0
    async function* text() {
      yield Buffer.from(start)
      const block = Buffer.from(part.repeat(10_000))
      for (; sent < count; sent += 10_000) yield block
    }
    expect((await parseProjectFile(text(), 50_000)).ok).toBe(false)
    expect(sent).toBeLessThan(count * 0.6)
  })

  it('is refused once it has named more uploads than a file may have', async () => {
    const upload = { id: fileId(1), width: 1, height: 1, averageColor: '#000000', file: `uploads/${fileId(1)}.png` }
    const block = Buffer.from(`${JSON.stringify(upload)},`.repeat(1_000))
    let sent = 0
    async function* text() {
      yield Buffer.from('{"uploads":[')
      for (; sent < 500_000; sent += 1_000) yield block
    }
    expect(await parseProjectFile(text(), 50_000)).toMatchObject({ ok: false, error: { code: 'too-large' } })
    expect(sent).toBeLessThan(110_000)
  })

  it('is refused with the place of the card that is wrong', async () => {
    const parsed = await parse({ ...shell, cards: [card, { ...card, prompt: 1 }], uploads: [] })
    expect(parsed).toMatchObject({
      ok: false,
      error: { data: { issues: [{ path: ['file', 'cards', '1', 'prompt'] }] } },
    })
  })

  it('keeps the images of cards as they are', async () => {
    const withImage = cardRecord(fileId(2), { images: [imageRecord(fileId(3), { status: 'cancelled', file: null })] })
    expect(await parse({ ...shell, cards: [withImage], uploads: [] })).toMatchObject({
      ok: true,
      value: { cards: [withImage] },
    })
  })
})
