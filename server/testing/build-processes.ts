import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds programs that tests start often, as the product's server is built: each starts in a quarter of the time.
 * @param sources Their paths from the root of the project. @returns The folder of the programs, which have the names of
 * their sources. It is inside of the project: the packages that stay packages are found from there.
 */
export async function buildProcesses(name: string, sources: readonly string[]): Promise<string> {
  const outDir = pathOf(`.cache/${name}`)
  await build({
    configFile: pathOf('server/vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: true, outDir, rolldownOptions: { input: sources.map(pathOf) } },
  })
  return outDir
}
