import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildProcesses } from '#server-testing/build-processes.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { compiled } from '#server-testing/ordered-process.ts'
import { build, isBuilt } from '../../bin/lib/build.js'
import { builtKillServer } from '../drills/kill/victim.ts'
import { sharedAddresses, startApp, startedFolder } from './app-process.ts'

/**
 * Before the first test: builds the server where its sources have changed, starts and stops a server once; the folder that it has filled, above all an empty database
 * with today's schema, is the start of every further server. Then starts the servers that test files share, one for
 * each worker. Returns the function that undoes it.
 */
export async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  if (!isBuilt('server')) await build(process.execPath, 'server')
  const folder = await makeDataFolder('started')
  const started = join(folder, 'started')
  const first = await startApp(started)
  await first.stop()
  Object.assign(process.env, config.env, {
    [builtKillServer]: join(
      await buildProcesses('kill-server', { 'kill-server': 'e2e/drills/kill/kill-server.ts' }),
      'kill-server.js',
    ),
    [startedFolder]: started,
    // For the servers of drills and clusters as well, and for the test runner.
    NODE_COMPILE_CACHE: compiled,
  })
  const apps = await Promise.all(
    Array.from({ length: Number(config.maxWorkers) }, async (_, place) => {
      const dataDir = join(folder, `shared-${place}`)
      await cp(started, dataDir, { recursive: true })
      return startApp(dataDir)
    }),
  )
  process.env[sharedAddresses] = apps.map(({ url }) => url).join(' ')
  return async () => {
    await Promise.all(apps.map((app) => app.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}
