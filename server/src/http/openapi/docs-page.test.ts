import { describe, expect, it } from 'vitest'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

describe('docsPage', () => {
  it('shows every common schema once, and links each reference to it', async () => {
    const page = String(docsPage(await openApiDocument()))
    const links = new Set(Array.from(page.matchAll(/href="#(schema-\w+)"/g), ([, id = '']) => id))
    const ids = Array.from(page.matchAll(/<details id="(schema-\w+)"/g), ([, id = '']) => id)
    expect(links.size).toBeGreaterThan(30)
    expect([...links].filter((id) => !ids.includes(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(page).not.toContain('#/components/schemas/')
  })
})
