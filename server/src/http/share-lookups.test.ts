import { describe, expect, it } from 'vitest'
import { shareLookups } from './share-lookups.ts'

/** Counts how often it was asked; answers when told to. */
function openDesk() {
  const asked: string[] = []
  const waiting: ((how: 'answer' | 'fail') => void)[] = []
  const look = shareLookups((key) => {
    asked.push(key)
    return new Promise<string>((resolve, reject) => {
      waiting.push((how) => (how === 'answer' ? resolve(`${key} ${asked.length}`) : reject(new Error('away'))))
    })
  })
  return { asked, look, answer: (how: 'answer' | 'fail' = 'answer') => waiting.shift()?.(how) }
}

describe('questions asked at once', () => {
  it('are asked once for each key', async () => {
    const desk = openDesk()
    const answers = [desk.look('ada'), desk.look('ada'), desk.look('bob')]
    expect(desk.asked).toEqual(['ada', 'bob'])
    desk.answer()
    desk.answer()
    expect(await Promise.all(answers)).toEqual(['ada 2', 'ada 2', 'bob 2'])
  })

  it('are asked anew after the answer: nothing is kept', async () => {
    const desk = openDesk()
    const first = desk.look('ada')
    desk.answer()
    await first
    const second = desk.look('ada')
    desk.answer()
    expect([await first, await second]).toEqual(['ada 1', 'ada 2'])
  })

  it('fail together, and not the next one', async () => {
    const desk = openDesk()
    const both = [desk.look('ada'), desk.look('ada')]
    desk.answer('fail')
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = desk.look('ada')
    desk.answer()
    expect(await next).toBe('ada 2')
  })
})
