import { startEngineProcess } from '../process/engine-process.ts'

/** A process that owns a child: prints the child's process id, and lives until it is killed. */
const [runtimeFolder = ''] = process.argv.slice(2)
const entry = new URL('../process/engine-child.ts', import.meta.url)
const { pid } = startEngineProcess({ entry, runtimeFolder, threads: 1 })
process.stdout.write(`${pid}\n`)
