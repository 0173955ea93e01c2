import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { uuid } from './testing/builders.ts'

const inputOf = (procedure: { '~orpc': { inputSchema?: unknown } }) =>
  procedure['~orpc'].inputSchema as { safeParse(value: unknown): { success: boolean } }

describe('the contract', () => {
  it('gives each call an address of its own', () => {
    const calls = Object.values(contract)
      .flatMap((resource) => Object.values(resource))
      .map(({ '~orpc': { route } }) => `${route.method} ${route.path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('refuses unknown fields', () => {
    const rename = inputOf(contract.projects.rename)
    expect(rename.safeParse({ id: uuid(1), title: 'Foxes' }).success).toBe(true)
    expect(rename.safeParse({ id: uuid(1), title: 'Foxes', userId: uuid(2) }).success).toBe(false)
  })

  it('accepts titles of 1 to 120 characters', () => {
    const accepts = (title: string) => inputOf(contract.projects.create).safeParse({ title }).success
    expect(['x', '🦊'.repeat(120)].map(accepts)).toEqual([true, true])
    expect(['', '  ', '🦊'.repeat(121)].map(accepts)).toEqual([false, false, false])
  })

  it('accepts a view with a zoom of 10 % to 400 %', () => {
    const accepts = (zoomLevel: number) =>
      inputOf(contract.projects.saveCanvasState).safeParse({ id: uuid(1), zoomLevel, panX: 0, panY: -1e6 }).success
    expect([0.1, 1, 4].map(accepts)).toEqual([true, true, true])
    expect([0.09, 4.01, Number.NaN, Number.POSITIVE_INFINITY].map(accepts)).toEqual([false, false, false, false])
  })

  it('accepts three kinds of feedback', () => {
    const accepts = (feedbackType: string) =>
      inputOf(contract.images.giveFeedback).safeParse({ id: uuid(1), feedbackType }).success
    expect(['like', 'star', 'dislike', 'love'].map(accepts)).toEqual([true, true, true, false])
  })
})
