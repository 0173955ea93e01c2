import { describe, expect, it } from 'vitest'
import { readPrompt } from './read.ts'

describe('reading a prompt', () => {
  it('finds subjects, numbers, season, time and medium', () => {
    const brief = readPrompt('Three birds over snowy mountains at dusk, risograph')
    expect(brief.subjects).toContainEqual({ name: 'bird', count: 3 })
    expect(brief.places).toContain('mountains')
    expect([brief.season, brief.time, brief.media]).toEqual(['winter', 'dusk', 'riso'])
  })

  it('assigns a color to the thing right after it', () => {
    const brief = readPrompt('a red fox in the snow')
    expect(brief.spots.map((spot) => [spot.color.name, spot.subject])).toEqual([['red', 'fox']])
    expect(brief.colors).toEqual([])
  })

  it('assigns any other color to the picture', () => {
    expect(readPrompt('blue mountains').colors.map((c) => c.name)).toEqual(['blue'])
    expect(readPrompt('a lake in teal and gold').colors.map((c) => c.name)).toEqual(['teal', 'yellow'])
  })

  it('ignores negated words', () => {
    expect(readPrompt('a street without people, no rain')).toMatchObject({ subjects: [], weather: undefined })
  })

  it('does not find cars in carpets', () => expect(readPrompt('a carpet').subjects).toEqual([]))

  it('reads film noir as noir', () => expect(readPrompt('film noir street').media).toBe('noir'))

  it('understands a few words of other languages', () => {
    expect(readPrompt('лиса в лесу зимой').subjects[0]?.name).toBe('fox')
    expect(readPrompt('montagne au coucher').places).toContain('mountains')
    expect(readPrompt('猫と月').subjects.map((s) => s.name)).toEqual(expect.arrayContaining(['cat', 'moon']))
  })
})
