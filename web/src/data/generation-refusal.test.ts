import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { generationRefusal } from './generation-refusal.ts'

const seePlans = () => undefined
const toastOf = (error: unknown) => generationRefusal(error, { title: 'Generation Failed', fallback: 'No.', seePlans })
const refusal = (code: string, data?: unknown) =>
  new ORPCError(code, { status: 402, message: 'As the server says.', data })

describe('pictures that are refused', () => {
  it('for too little credit say what is missing, and lead to the plans', () =>
    expect(toastOf(refusal('out-of-credits', { missing: 350 }))).toEqual({
      kind: 'error',
      title: 'Generation Failed',
      description: '3.50 credits are missing. Nothing was made, and nothing was charged.',
      action: { label: 'See plans', run: seePlans },
    }))

  it('for what the plan does not include say so, and lead to the plans', () =>
    expect(toastOf(refusal('plan-limit'))).toMatchObject({
      description: 'As the server says.',
      action: { label: 'See plans' },
    }))

  it('for anything else say why, and lead nowhere', () => {
    expect(toastOf(refusal('impossible'))).toEqual({
      kind: 'error',
      title: 'Generation Failed',
      description: 'As the server says.',
    })
    expect(toastOf(new Error('no connection')).description).toBe('No.')
  })
})
