import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds the server of the drills in the way of the product's. Returns its path, inside of the project: the packages
 * that stay packages are found from there.
 */
export async function buildKillServer(): Promise<string> {
  const outDir = pathOf('.cache/kill-server')
  await build({
    configFile: pathOf('server/vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: pathOf('e2e/drills/kill/kill-server.ts'), outDir },
  })
  return `${outDir}/kill-server.js`
}
