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

const scriptNames = async () => (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'))

/** The scripts that a script imports at once. */
const importsOf = async (name: string) =>
  Array.from(
    (await readFile(join(dist, 'assets', name), 'utf8')).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g),
    ([, imported = '']) => imported,
  )

/** The scripts that these import, directly or through others, without themselves unless they are reached again. */
async function reachedFrom(names: Iterable<string>): Promise<ReadonlySet<string>> {
  const reached = new Set<string>()
  const waiting = [...names]
  for (const name of waiting)
    for (const imported of await importsOf(name)) {
      if (reached.has(imported)) continue
      reached.add(imported)
      waiting.push(imported)
    }
  return reached
}

/** The scripts of a page and of the frame around it. */
async function scriptsInFrame(chunks: readonly string[]): Promise<readonly string[]> {
  const names = await scriptNames()
  const first = chunks.map((chunk) => {
    const name = names.find((each) => each.startsWith(`${chunk}-`) && each.length === chunk.length + 12)
    if (name === undefined) throw new Error(`The build has no script of ${chunk}.`)
    return name
  })
  return [...new Set([...first, ...(await reachedFrom(first))])]
}

describe('the build', () => {
  it('has no scripts that import each other: one of them would run before what it uses', async () => {
    const names = await scriptNames()
    const reached = await Promise.all(names.map((name) => reachedFrom([name])))
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name, index) => reached[index]?.has(name))).toEqual([])
  })

  it('has no page beside the canvas that imports the scripts of the canvas', async () => {
    const pagesBeside = (await scriptNames()).filter((name) => /(?<!^project)-pages?-.{8}\.js$/.test(name))
    const imported = await Promise.all(pagesBeside.map(async (name) => [name, ...(await reachedFrom([name]))]))
    expect(pagesBeside.length).toBeGreaterThan(10)
    expect(imported.filter((names) => names.some((name) => /^(board|project-page)-.{8}\.js$/.test(name)))).toEqual([])
  })

  it.each(inFrame)('imports at most $maxKb kB for "$page"', async (inside) => {
    const scripts = await scriptsInFrame([inside.page, ...inside.frame])
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
