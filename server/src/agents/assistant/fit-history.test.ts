import type { ModelMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { fitHistory } from './fit-history.ts'

const said = (content: string): ModelMessage => ({ role: 'user', content })
const seen = (toolCallId: string, characters: number): ModelMessage => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: 'x'.repeat(characters) } },
  ],
})
const lengthOf = (messages: readonly ModelMessage[]) => JSON.stringify(messages).length

describe('fitHistory', () => {
  it('keeps a conversation that fits as it is', () => {
    const earlier = [[said('one')], [said('two')]]
    expect(fitHistory(earlier, [said('three')], 1_000)).toEqual({
      earlier: [said('one'), said('two')],
      own: [said('three')],
      wholeFrom: 0,
    })
  })

  it('leaves out the oldest runs as a whole', () => {
    const earlier = [
      [said('a'), seen('1', 10)],
      [said('b'), seen('2', 500)],
      [said('c'), seen('3', 10)],
    ]
    expect(fitHistory(earlier, [said('d')], 500).earlier).toEqual(earlier[2])
  })

  it('leaves out the oldest answers of tools of a long run, and keeps every message at its position', () => {
    const own = [said('a'), seen('1', 900), said('b'), seen('2', 100), said('c'), seen('3', 900)]
    const { own: fitted, wholeFrom } = fitHistory([], own, 1_800)
    expect(fitted.map(({ role }) => role)).toEqual(own.map(({ role }) => role))
    expect(fitted.slice(2)).toEqual(own.slice(2))
    expect(wholeFrom).toBe(2)
    expect(JSON.stringify(fitted[1])).toContain('Call the tool again')
    expect(lengthOf(fitted)).toBeLessThan(1_800)
  })

  it('keeps the newest answers, however long they are', () => {
    const own = [said('a'), seen('1', 900), said('b'), seen('2', 900)]
    expect(fitHistory([[said('before')]], own, 100)).toMatchObject({ earlier: [], own: [{}, {}, own[2], own[3]] })
  })
})
