import { describe, expect, it } from 'vitest'
import { generation, uuid } from '../testing/builders.ts'
import { changeGenerationBody, generationShape, requestGenerationBody } from './generation.ts'

const refusedPaths = (body: unknown) =>
  requestGenerationBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('a request for a generation', () => {
  it('needs only a prompt', () => {
    expect(requestGenerationBody.parse({ prompt: '  a red fox ' })).toEqual({
      prompt: 'a red fox',
      count: 4,
      aspectRatio: '1:1',
      resolution: '1K',
      rawMode: false,
    })
  })

  it('accepts all settings together', () => {
    const body = {
      prompt: 'a red fox',
      count: 1,
      model: 'Gemini AI',
      style: uuid(1),
      imagePrompts: [uuid(2)],
      aspectRatio: '2.35:1',
      resolution: '4K',
      rawMode: true,
      seed: 2_147_483_647,
      projectId: uuid(3),
      conversationHistory: ['a fox', ''],
      parentGenerationId: uuid(4),
      parentImageId: uuid(5),
      parentImageUrl: '/api/images/x/file',
      branchKind: 'remix',
      canvasX: -12.5,
      canvasY: 1e9,
    }
    expect(requestGenerationBody.parse(body)).toEqual(body)
  })

  it('accepts null for optional fields', () => {
    const nothing = { style: null, imagePrompts: null, projectId: null, parentImageId: null, canvasX: null, seed: null }
    expect(refusedPaths({ prompt: 'fox', ...nothing })).toEqual([])
  })

  it.each([
    ['no prompt', {}, 'prompt'],
    ['a blank prompt', { prompt: ' \n' }, 'prompt'],
    ['a prompt of 4,001 characters', { prompt: '🦊'.repeat(4_001) }, 'prompt'],
    ['a ratio that is none of the eight', { aspectRatio: '5:4' }, 'aspectRatio'],
    ['no image at all', { count: 0 }, 'count'],
    ['five images', { count: 5 }, 'count'],
    ['a resolution that is none of the three', { resolution: '8K' }, 'resolution'],
    ['a seed below 0', { seed: -1 }, 'seed'],
    ['a seed that is too large', { seed: 2_147_483_648 }, 'seed'],
    ['a seed with a fraction', { seed: 0.5 }, 'seed'],
    ['an id that is none', { projectId: 'mine' }, 'projectId'],
    ['17 image prompts', { imagePrompts: Array.from({ length: 17 }, (_, at) => uuid(at)) }, 'imagePrompts'],
    ['a history of six', { conversationHistory: Array(6).fill('fox') }, 'conversationHistory'],
    ['a kind of branch that is none', { branchKind: 'edit' }, 'branchKind'],
    ['a place beyond the canvas', { canvasX: 2e9, canvasY: 0 }, 'canvasX'],
    ['half a place', { canvasX: 5 }, 'canvasY'],
    ['raw mode that is no truth value', { rawMode: 'yes' }, 'rawMode'],
    ['a field that is not known', { propmt: 'fox' }, ''],
  ])('is refused with %s', (_, over, path) => {
    expect(refusedPaths('prompt' in over || path === 'prompt' ? over : { prompt: 'fox', ...over })).toEqual([path])
  })

  it('accepts a prompt of 4,000 characters beyond the basic plane', () => {
    expect(refusedPaths({ prompt: '🦊'.repeat(4_000) })).toEqual([])
  })
})

describe('a change of a generation', () => {
  const id = uuid(1)
  const accepts = (change: object) => changeGenerationBody.safeParse({ id, ...change }).success

  it('moves it, collapses it, or both', () => {
    for (const change of [
      { canvasX: 1, canvasY: 2 },
      { isCollapsed: true },
      { isCollapsed: false, canvasX: 0, canvasY: 0 },
    ])
      expect(accepts(change)).toBe(true)
  })

  it('needs at least one field and both coordinates, and accepts no other fields', () => {
    for (const change of [{}, { canvasX: 1 }, { canvasY: 1 }, { isCollapsed: null }, { prompt: 'another' }])
      expect(accepts(change)).toBe(false)
  })
})

it('the shape of a generation accepts no other fields', () => {
  expect(generationShape.safeParse(generation()).success).toBe(true)
  expect(generationShape.safeParse({ ...generation(), userId: uuid(9) }).success).toBe(false)
})
