import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

const board = (hidden: string) => ({ hidesModel: (id: string) => id === hidden })
const options = { title: 'Not done', fallback: 'No answer', seePlans: () => {} }
const refused = (code: string, hidden: string) => {
  const data = { missing: 320 }
  const error = new ORPCError(code, { status: 422, message: 'Krea 2 needs 3.20 credits more.', data })
  return refusalOf(board(hidden), ['card', 'card below'], { ...options, error })
}

describe('the reason of a refused generation', () => {
  it.each(['out-of-credits', 'branch-cap', 'impossible', 'conflict'])(
    'names neither model nor price where a race hides them: %s',
    (code) => {
      for (const hidden of ['card', 'card below']) {
        const { title, description } = refused(code, hidden)
        expect([title, description]).not.toContainEqual(expect.stringMatching(/Krea|3\.20/))
      }
    },
  )

  it('still links to the plans where credits are missing', () =>
    expect(refused('out-of-credits', 'card').action?.label).toBe('See plans'))

  it('is complete where nothing is hidden', () =>
    expect(refused('impossible', 'another').description).toBe('Krea 2 needs 3.20 credits more.'))
})
