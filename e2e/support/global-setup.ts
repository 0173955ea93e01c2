import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiled, startApp, startedFolder } from './app-process.ts'

/**
 * Before the first test: a server is started and stopped once, and what it has made of an empty folder, an empty database of
 * today's form above all, is what the test files begin with. Returns what undoes it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-started-'))
  const app = await startApp(folder)
  await app.stop()
  process.env[startedFolder] = folder
  // Servers of drills and clusters, too, and what runs the tests.
  process.env.NODE_COMPILE_CACHE = compiled
  return () => rm(folder, { recursive: true, force: true })
}
