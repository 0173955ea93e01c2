import { describe, expect, it } from 'vitest'
import { glanceLines, noteLines } from './paint-tile.ts'

/** Each letter is ten pixels wide: a line has 42. */
const measure = (text: string) => text.length * 10

describe('the painted lines of a note', () => {
  it('are its words without marks', () =>
    expect(
      noteLines('# Season\n\n**Warm** light, see [the brief](https://example.com)\n- fewer *people*', measure),
    ).toEqual(['Season', 'Warm light, see the brief', '• fewer people']))

  it('break where the note ends', () =>
    expect(noteLines(`${'light '.repeat(10)}`, measure)).toEqual([
      'light light light light light light light',
      'light light light',
    ]))

  it('are from afar the beginning of the words, in as many lines as there is room for', () => {
    const area = { height: 66, lineHeight: 30 }
    const text = `# Light\n\n${'morning '.repeat(20)}`
    expect(glanceLines(text, area, measure)).toEqual([
      'Light morning morning morning morning',
      'morning morning morning morning morning…',
    ])
    expect(glanceLines('Light', area, measure)).toEqual(['Light'])
    expect(glanceLines(text, { height: 20, lineHeight: 30 }, measure)).toEqual([])
  })

  it('keep what only looks like a mark', () => expect(noteLines('2 * 3 * 4', measure)).toEqual(['2 * 3 * 4']))
})
