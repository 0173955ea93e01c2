import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import serverBuild from '../vite.config.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds programs that tests start often, as the product's server is built: each starts in a quarter of the time.
 * @param sources Their paths from the root of the project, by the names of the programs. @returns The folder of the programs. It is
 * inside of the project: the packages that stay packages are found from there.
 */
export async function buildProcesses(name: string, sources: Readonly<Record<string, string>>): Promise<string> {
  const outDir = pathOf(`.cache/${name}`)
  const input = Object.fromEntries(Object.entries(sources).map(([program, source]) => [program, pathOf(source)]))
  const rolldownOptions = { ...serverBuild.build?.rolldownOptions, input }
  await build({
    ...serverBuild,
    configFile: false,
    logLevel: 'warn',
    build: { ...serverBuild.build, outDir, rolldownOptions },
  })
  return outDir
}
