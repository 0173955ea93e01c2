import { describe, expect, it } from 'vitest'
import { isTest, paths, staticImportsOf } from './source-files.ts'

/** The files that each file imports, by path. Types count, since a reader has to follow them too; parts that are loaded later do not. */
type Imports = ReadonlyMap<string, readonly string[]>

/** Groups of files that reach each other (Tarjan's strongly connected components). */
function cyclesIn(imports: Imports): string[][] {
  const cycles: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (file: string) => {
    numbers.set(file, numbers.size)
    lowest.set(file, numbers.size - 1)
    path.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!numbers.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== numbers.get(file)) return
    const group = path.splice(path.indexOf(file))
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file)
  return cycles
}

const sources: Imports = new Map(
  paths
    .filter((path) => /^(domain|contract|sketch|engine|server|web|cli)\/.*\.tsx?$/.test(path) && !isTest(path))
    .map((path) => [path, staticImportsOf(path).flatMap((name) => (name.startsWith('./') ? [name.slice(2)] : []))]),
)

/** Pairs of features of the server that import each other, 25 when the list was begun: it may only become shorter. */
const mutualFeatures = [
  'account, generations',
  'account, images',
  'account, models/connections',
  'account, profile',
  'api-tokens, purses',
  'billing, credits',
  'boards, generations',
  'boards, purses',
  'boards, sharing',
  'edits, images',
  'edits, uploads',
  'files, profile',
  'files, uploads',
  'images, provenance',
  'images, uploads',
  'models/connections, models/workflows',
  'projects, trash',
]

const featureOf = (path: string) => /^server\/src\/features\/((?:models\/)?[^/]+)\//.exec(path)?.[1]

function mutualPairs(imports: Imports): string[] {
  const arrows = new Set<string>()
  for (const [path, names] of imports)
    for (const name of names) {
      const [from, to] = [featureOf(path), featureOf(name)]
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`${from}, ${to}`)
    }
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(', ')
      return from < to && arrows.has(`${to}, ${from}`)
    })
    .sort()
}

describe('the imports of files', () => {
  it('have no cycles', () => expect(cyclesIn(sources)).toEqual([]))

  it('between features of the server are mutual in the listed pairs alone', () =>
    expect(mutualPairs(sources)).toEqual(mutualFeatures))
})

describe('cyclesIn', () => {
  it('gives the files of each cycle, and nothing of what only leads to one', () => {
    const imports = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['f'], f: ['e'] }
    expect(cyclesIn(new Map(Object.entries(imports)))).toEqual([
      ['b', 'c'],
      ['e', 'f'],
    ])
  })
})
