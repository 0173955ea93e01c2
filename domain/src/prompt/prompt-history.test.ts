import { array, assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HistoryWalk, stepThroughHistory, withSentPrompt } from './prompt-history.ts'

const history = ['third', 'second', 'first']

/** The content of the prompt box after each of the steps. */
function walkThrough(written: string, directions: readonly ('older' | 'newer')[], all: readonly string[] = history) {
  let walk: HistoryWalk | null = null
  let shown = written
  return directions.map((direction) => {
    const step = stepThroughHistory(all, walk, { direction, shown })
    walk = step?.walk ?? walk
    shown = step?.prompt ?? shown
    return shown
  })
}

describe('stepping through sent prompts', () => {
  it('goes back to older ones and stops at the oldest', () =>
    expect(walkThrough('', ['older', 'older', 'older', 'older'])).toEqual(['third', 'second', 'first', 'first']))

  it('returns to the draft', () =>
    expect(walkThrough('half a', ['older', 'older', 'newer', 'newer', 'newer'])).toEqual([
      'third',
      'second',
      'third',
      'half a',
      'half a',
    ]))

  it('does not show the newest again where it is shown already', () =>
    expect(walkThrough('third', ['older', 'newer'])).toEqual(['second', 'third']))

  it('does nothing without a history', () =>
    expect(walkThrough('half a', ['older', 'newer'], [])).toEqual(['half a', 'half a']))
})

describe('the history of prompts', () => {
  it('begins with the prompt just sent, once', () =>
    expect(withSentPrompt(history, 'first')).toEqual(['first', 'third', 'second']))

  it('never grows beyond 50 and never contains a prompt twice', () =>
    assert(
      property(array(string(), { maxLength: 120 }), (prompts) => {
        const all = prompts.reduce<readonly string[]>(withSentPrompt, [])
        expect(all.length).toBeLessThanOrEqual(50)
        expect(new Set(all).size).toBe(all.length)
      }),
    ))
})
