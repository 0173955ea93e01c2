import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** kB are 1,000 bytes. */
const pages = [
  { page: 'landing', maxKb: 120 },
  { page: 'image', maxKb: 220 },
  { page: 'project', maxKb: 240 },
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

/** Pages that are opened from another one, with the scripts of the frame that they stand in. */
const inFrame = [
  { page: 'projects-page', frame: ['index', 'signed-in'], maxKb: 205 },
  { page: 'assets-page', frame: ['index', 'signed-in'], maxKb: 230 },
  { page: 'models-page', frame: ['index', 'signed-in'], maxKb: 235 },
  { page: 'shared-page', frame: ['index'], maxKb: 235 },
] as const

/** The scripts that a page imports, directly or through others, with those of its frame: names in `assets/`. */
async function importedScripts(chunks: readonly string[]): Promise<readonly string[]> {
  const names = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))
  const scripts = new Set(
    chunks.map((chunk) => {
      const name = names.find((each) => each.startsWith(`${chunk}-`) && each.length === chunk.length + 12)
      if (name === undefined) throw new Error(`The build has no script of ${chunk}.`)
      return name
    }),
  )
  for (const name of scripts) {
    const code = await readFile(join(dist, 'assets', name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) scripts.add(imported)
  }
  return [...scripts]
}

describe('the build', () => {
  it.each(inFrame)('imports at most $maxKb kB, and nothing of the canvas page, for "$page"', async (inside) => {
    const scripts = await importedScripts([inside.page, ...inside.frame])
    expect(scripts.filter((name) => /^(board|project-page)-.{8}\.js$/.test(name))).toEqual([])
    const sizes = await Promise.all(scripts.map((name) => sentBytes(`/assets/${name}`)))
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThanOrEqual(inside.maxKb)
  })

  it.each(pages)('requests at most $maxKb kB of JavaScript for the page "$page"', async ({ page, maxKb }) => {
    const scripts = scriptsOf(page, await readFile(join(dist, 'index.html'), 'utf8'))
    // The application itself, and the page's own chunk.
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.some((path) => path.includes(`/${page}-page-`))).toBe(true)
    const sizes = await Promise.all(scripts.map(sentBytes))
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toBeLessThanOrEqual(maxKb)
  })
})
