import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** kB are 1,000 bytes. */
const pages = [
  { page: 'landing', mostKb: 120 },
  { page: 'image', mostKb: 220 },
  { page: 'project', mostKb: 240 },
] as const

/**
 * The scripts that a page requests before it can be used: those of the document, and those that `start.js` requests for the
 * page. What the page fetches once it is there, such as menus and panels, is not among them.
 */
function scriptsOf(page: string, html: string): string[] {
  const inDocument = Array.from(html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g), ([, path]) => path ?? '')
  const listed = new RegExp(`data-page-${page}="([^"]*)"`).exec(html)?.[1]?.split(' ') ?? []
  return [...new Set([...inDocument, ...listed.filter((path) => path.endsWith('.js'))])]
}

/** The bytes of a file as the server sends it: in Brotli, or as it is where that would gain nothing. */
async function sentBytes(path: string): Promise<number> {
  const compressed = await stat(join(dist, `${path}.br`)).catch(() => null)
  return (compressed ?? (await stat(join(dist, path)))).size
}

describe('the build', () => {
  it.each(pages)('requests at most $mostKb kB of JavaScript for the page "$page"', async ({ page, mostKb }) => {
    const scripts = scriptsOf(page, await readFile(join(dist, 'index.html'), 'utf8'))
    // The application itself, and the page's own chunk.
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.some((path) => path.includes(`/${page}-page-`))).toBe(true)
    const sizes = await Promise.all(scripts.map(sentBytes))
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThanOrEqual(mostKb)
  })
})
