import { describe, expect, it } from 'vitest'
import { catalogue } from '../models/catalogue.ts'
import { sampleStyles } from './sample-styles.ts'

describe('the sample styles', () => {
  it('are at least 24, of both collections and both families', () => {
    expect(sampleStyles.length).toBeGreaterThanOrEqual(24)
    expect(new Set(sampleStyles.map(({ collection }) => collection))).toEqual(new Set(['community', 'krea']))
    expect(new Set(sampleStyles.map(({ family }) => family))).toEqual(new Set(['krea-1', 'flux']))
  })

  it.each(['id', 'slug', 'title', 'promptFragment'] as const)('have no %s twice', (field) => {
    expect(new Set(sampleStyles.map((style) => style[field])).size).toBe(sampleStyles.length)
  })

  it.each(sampleStyles)('name a model that takes styles: $title', ({ model, id, slug }) => {
    expect(catalogue.find(({ name }) => name === model)?.capabilities.supportsStyles).toBe(true)
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})
