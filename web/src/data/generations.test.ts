import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noProject } from '#contract/errors.ts'
import { generationRefusal } from './generations.ts'

const toastOf = (error: unknown) => generationRefusal(error, { title: 'Generation Failed', fallback: 'No.' })
const refusal = (code: string, data?: unknown) =>
  new ORPCError(code, { status: 402, message: 'As the server says.', data })

describe('the toast of a refused generation', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
  afterEach(() => void vi.unstubAllGlobals())

  it('for too few credits contains the missing amount, and links to the plans', () =>
    expect(toastOf(refusal('out-of-credits', { missing: 350 }))).toEqual({
      kind: 'error',
      title: 'Generation Failed',
      description: '3.50 credits are missing. Nothing was made, and nothing was charged.',
      action: { label: 'See plans', to: '/pricing' },
    }))

  it('for a limit of the plan says so, and links to the plans', () =>
    expect(toastOf(refusal('plan-limit'))).toMatchObject({
      description: 'As the server says.',
      action: { label: 'See plans' },
    }))

  it('for a missing project has the title of an error', () => {
    const { code, message, data } = noProject
    expect(toastOf(new ORPCError(code, { status: 404, message, data }))).toEqual({
      kind: 'error',
      title: 'Error',
      description: 'Please select or create a project first',
    })
    expect(toastOf(new ORPCError('not-found', { status: 404, message: 'No.' })).title).toBe('Generation Failed')
  })

  it('for anything else contains the reason, without a link', () => {
    expect(toastOf(refusal('impossible'))).toEqual({
      kind: 'error',
      title: 'Generation Failed',
      description: 'As the server says.',
    })
    expect(toastOf(new Error('no connection')).description).toBe('No.')
  })

  it('says where there is no connection', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(toastOf(new Error('no connection')).description).toBe('There is no connection. Try again when it is back.')
    expect(toastOf(refusal('impossible')).description).toBe('As the server says.')
  })
})
