import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** All source files, tests included. */
export const paths = globSync(
  ['*.ts', '{bin,bench,cli,e2e,domain,contract,sketch,engine,server,web}/**/*.{ts,tsx,js,css}'],
  {
    exclude: ['**/node_modules', '**/dist'],
  },
).map((path) => path.replaceAll('\\', '/'))
/** The text of each. */
export const textOf = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
/** Whether a file is a test, or helps tests. */
export const isTest = (path: string) => /\.test\.(ts|tsx|js)$|\/testing\/|-suite\.ts$/.test(path)

const importPattern =
  /(?:^|\n)(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'/g

/** The import map of package.json: `#server/` and `./server/src/`, and so on. */
const aliases = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([name, folder]) => [name.replace('*', ''), folder.replace('*', '')] as const)

/** The path of a module from the root for one of this project, everything else by its name. */
function moduleOf(name: string, path: string): string {
  if (name.startsWith('.')) return `./${posix.join(posix.dirname(path), name)}`
  const alias = aliases.find(([prefix]) => name.startsWith(prefix))
  return alias ? `${alias[1]}${name.slice(alias[0].length)}` : name
}

const matchesOf = (path: string) => [...(textOf.get(path) ?? '').matchAll(importPattern)]

/** The imports of a file: paths of this project from the root, everything else by its name. */
export const importsOf = (path: string): string[] =>
  matchesOf(path).map((match) => moduleOf(match[1] ?? match[2] ?? match[3] ?? '', path))

/** Those of them that are loaded with the file: without `import()`. */
export const staticImportsOf = (path: string): string[] =>
  matchesOf(path).flatMap(([, named, , whole]) => {
    const name = named ?? whole
    return name === undefined ? [] : [moduleOf(name, path)]
  })
